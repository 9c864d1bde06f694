/** A million kilometres, in millimetres: nobody draws farther, and volumes of such boxes are still numbers. */
const farthest = 1e12;

/** Whether all of them are numbers that a drawing has: sizes, volumes and pictures of what lies beyond are none. */
export function areCoordinates(values: Iterable<number>): boolean {
  for (const value of values) {
    // A comparison with NaN is false.
    if (!(Math.abs(value) <= farthest)) return false;
  }
  return true;
}
