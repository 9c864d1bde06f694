/** The columns of the table of files. */
export const fileColumns = ['name', 'state', 'version', 'class', 'program', 'size', 'changed'] as const;
export type FileColumn = (typeof fileColumns)[number];

/** So many files are chosen in one call at most. */
export const mostChosenAtOnce = 10_000;
