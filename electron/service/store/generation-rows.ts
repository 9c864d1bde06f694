/** The tables whose rows belong to generations of product data. */
export const tablesOfGenerations = ['products', 'etim_classes', 'modelling_classes', 'terms'] as const;

export type TableOfGenerations = (typeof tablesOfGenerations)[number];

/** The end of what nothing has replaced. It stands in steps of both databases, so it never changes. */
export const noEnd = Number.MAX_SAFE_INTEGER;
