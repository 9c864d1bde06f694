import type { World } from './world.ts';

/** What a person says that a file shows: a class, with the model that all of these tests have. */
export const namedClass = (etimClassCode: string) => ({
  etimClassCode,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
});

/** A person gives a file a class. @returns an id for taking it back */
export const assignClass = (world: World, path: string, etimClassCode: string): Promise<string | undefined> =>
  world.engine.picks.assign(world.libraryId(), new Map([[path, namedClass(etimClassCode)]]));
