/** A list that counts how often one of its items was read. */
export function countedList<Item>(items: readonly Item[]) {
  let reads = 0;
  const list = new Proxy(items, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { list, reads: (): number => reads };
}
