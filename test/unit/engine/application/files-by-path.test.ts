import { afterEach, expect, it } from 'vitest';
import { createFileRequests } from '../../../../electron/engine/application/file-requests.ts';
import type { Disk } from '../../../../electron/engine/ports.ts';
import { fileIdOf } from '../../../../electron/engine/tree/paths.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

let world: World;
afterEach(() => world.close());

const pump = 'EC000001/MC000001/pump.rfa';

/** The id that a command gets for a path, by the rules of a system. */
function idAt(path: string, ignoresCase: boolean): string | undefined {
  const disk = { ignoresCase, absolute: (root: string, below: string) => `${root}/${below}` } as Disk;
  return createFileRequests(world.engine, disk).at([path])[0]?.fileId;
}

it('a file is named in another case only where the system ignores that', async () => {
  world = createWorld();
  world.hold(pump, 'a pump');
  await world.open();
  const other = 'EC000001/MC000001/PUMP.rfa';
  expect(idAt(`/library/${other}`, true)).toBe(fileIdOf(world.libraryId(), pump));
  expect(idAt(`/library/${other}`, false)).toBe(fileIdOf(world.libraryId(), other));
});

it('a folder that is called as a library in another case is no library, where the system tells them apart', async () => {
  world = createWorld();
  world.hold(pump, 'a pump');
  await world.open();
  expect(idAt(`/LIBRARY/${pump}`, true)).toBe(fileIdOf(world.libraryId(), pump));
  expect(() => idAt(`/LIBRARY/${pump}`, false)).toThrow('no library');
  world.mountBeside('/LIBRARY').write('pump.rfa', 'bytes');
  const { files, inLibrary } = await world.engine.additions.look(['/LIBRARY/pump.rfa']);
  expect([files.length, inLibrary]).toEqual([1, 0]);
});

it('why a file stands as it does is not said of one that is called almost alike, where the system tells them apart', async () => {
  world = createWorld();
  world.hold(pump, 'a pump');
  await world.open();
  const beside = '/library/EC000001/MC000001/PUMP.rfa';
  world.disk.write('EC000001/MC000001/PUMP.rfa', 'another one');
  const { files } = await world.engine.statusReader.explain([beside]);
  expect(files).toMatchObject([{ path: beside, explanation: { reason: { code: 'notSeenYet' } } }]);
});
