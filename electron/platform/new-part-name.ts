import { randomBytes } from 'node:crypto';
import { partName } from '../../shared/model/part-name.ts';

/** A name nobody has, under which bytes arrive next to their place. */
export function newPartName(): string {
  return partName(randomBytes(6).toString('hex'));
}
