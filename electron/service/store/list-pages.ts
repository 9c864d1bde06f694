/** How many rows a page holds: few enough that others get their turn in between. */
export const rowsPerPage = 250;

/** The same of rows that may hold megabytes each. */
export const longRowsPerPage = 4;

/**
 * All rows in the order of a key, in pages. What is stored meanwhile is met where its key is still to come.
 * @param rowsAfter up to `size` rows behind the one given, from the first on where there is none
 */
export async function* pagesByKey<Row>(
  rowsAfter: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
  size = rowsPerPage,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await rowsAfter(last, size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < size) return;
  }
}
