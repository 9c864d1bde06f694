/** Who asks for something to be written: a person at the window, or an add-in by itself. */
export const writeMakers = ['person', 'addIn'] as const;
export type WriteMaker = (typeof writeMakers)[number];
