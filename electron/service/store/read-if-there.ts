/** Reads a row where there is one. */
export function readIfThere<Read>(row: unknown, read: (row: unknown) => Read): Read | undefined {
  return row === undefined ? undefined : read(row);
}
