/** Numbers points so that those at one place have one number. */
interface Welding {
  /** @returns the number of each point, three numbers of `positions` each */
  add(positions: Float32Array | Float64Array): Uint32Array;
  readonly count: () => number;
}

/**
 * @param capacity how many points are added at most
 * @param step points that round to the same multiples of it are at one place
 */
export function createWelding(capacity: number, step: number): Welding {
  let tableSize = 16;
  while (tableSize < capacity * 2) tableSize *= 2;
  // One more than the number of a point; 0 is free.
  const table = new Int32Array(tableSize);
  const places = new Int32Array(capacity * 3);
  let count = 0;

  function numberOf(x: number, y: number, z: number): number {
    let slot = (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & (tableSize - 1);
    for (;;) {
      const known = (table[slot] ?? 0) - 1;
      if (known < 0) {
        table[slot] = count + 1;
        places.set([x, y, z], count * 3);
        return count++;
      }
      if (places[known * 3] === x && places[known * 3 + 1] === y && places[known * 3 + 2] === z) return known;
      slot = (slot + 1) & (tableSize - 1);
    }
  }

  return {
    count: () => count,
    add(positions) {
      const numbers = new Uint32Array(positions.length / 3);
      const rounded = (at: number): number => Math.round((positions[at] ?? 0) / step) | 0;
      for (let point = 0; point < numbers.length; point += 1) {
        numbers[point] = numberOf(rounded(point * 3), rounded(point * 3 + 1), rounded(point * 3 + 2));
      }
      return numbers;
    },
  };
}

/** The corner that follows in its triangle, of corners that stand three for each. */
export const nextCorner = (at: number): number => (at % 3 === 2 ? at - 2 : at + 1);

/** One number for the edge between two corners, in either direction. @param count of all corners */
export const edgeBetween = (one: number, other: number, count: number): number =>
  Math.min(one, other) * count + Math.max(one, other);

/** Points of a shape closer than this are one corner. @param widest the longest side of the shape */
export const cornerStepOf = (widest: number): number => widest * 1e-6 || 1;
