/** The items in lists as long as one call may carry. */
export function* inLists<Item>(items: readonly Item[], most: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most);
}
