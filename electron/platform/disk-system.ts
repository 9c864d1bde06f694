import type { KeepingSystem } from './keep-also.ts';
import { thisSystem as thisPlacingSystem, type PlacingSystem } from './put-new.ts';
import { thisPlaceSystem, type PlaceSystem } from './real-place.ts';

/** What differs between systems in all that is done to a library's disk. */
export type DiskSystem = PlacingSystem & KeepingSystem & PlaceSystem;

export const thisDiskSystem: DiskSystem = { ...thisPlacingSystem, ...thisPlaceSystem };
