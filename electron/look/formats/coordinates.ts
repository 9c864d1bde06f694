import { AppError } from '../../../shared/errors/app-error.ts';

/** A million kilometres, in millimetres: nobody draws farther, and volumes of such boxes are still numbers. */
const farthest = 1e12;

/**
 * Sizes, volumes and pictures of what lies beyond are no numbers.
 * @throws AppError `look-unreadable` where a coordinate is none or lies that far away
 */
export function assertCoordinates(values: Iterable<number>): void {
  for (const value of values) {
    // A comparison with NaN is false.
    if (!(Math.abs(value) <= farthest))
      throw new AppError('look-unreadable', { detail: 'It has coordinates that are no numbers, or far too large.' });
  }
}
