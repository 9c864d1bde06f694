import { rm } from 'node:fs/promises';
import type { KeepingSystem } from './keep-also.ts';
import { thisPlacingSystem, type PlacingSystem } from './put-new.ts';
import { thisPlaceSystem, type PlaceSystem } from './real-place.ts';

/** What differs between systems when a file is removed. */
interface RemovingSystem {
  /** Nothing happens where there is none. */
  remove(file: string): Promise<void>;
}

/** What differs between systems in all that is done to a library's disk. */
export type DiskSystem = PlacingSystem & KeepingSystem & PlaceSystem & RemovingSystem;

export const thisDiskSystem: DiskSystem = {
  ...thisPlacingSystem,
  ...thisPlaceSystem,
  remove: (file) => rm(file, { force: true }),
};
