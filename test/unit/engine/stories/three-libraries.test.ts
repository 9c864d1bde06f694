import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const marker = '.cadlibrary/library.json';
const roots = ['/library', '/second', '/third'] as const;
const pathOf = (root: string): string => `EC000001/MC00000${1 + roots.findIndex((one) => one === root)}/file.rfa`;

let world: World;
let disks: FakeDisk[];
beforeEach(async () => {
  world = createWorld();
  disks = [world.disk, world.mountBeside('/second'), world.mountBeside('/third')];
  roots.forEach((root, nth) => disks[nth]?.write(pathOf(root), root, world.clock.now() - 3_600_000));
  await world.open();
  for (const root of roots.slice(1)) await world.addLibrary(root);
  await world.idle();
});
afterEach(() => world.close());

const runners = () => world.engine.runners();
const idAt = (root: string): string | undefined =>
  runners().find(({ context: { library } }) => library.root === root)?.context.library.libraryId;

/** Each drive comes to lie where the one before it was, as when drives get other letters. */
async function rotate(): Promise<void> {
  const [first, second, third] = roots.map((root, nth) => ({
    text: disks[nth]?.text(marker) ?? '',
    path: pathOf(root),
    root,
  }));
  const now = [third, first, second];
  disks.forEach((disk, nth) => {
    const [came, was] = [now[nth], [first, second, third][nth]];
    if (!came || !was) return;
    disk.write(marker, came.text);
    disk.delete(was.path);
    disk.write(came.path, came.root, world.clock.now() - 3_600_000);
  });
  world.watcher.hint('');
  await world.clock.advance(120_000);
}

it('three libraries whose drives changed places in a round go on where they are now', async () => {
  const [first = '', second = '', third = ''] = roots.map(idAt);
  await rotate();
  expect(runners().map(({ problem }) => problem?.code)).toEqual(roots.map(() => 'library-unproven'));
  await world.engine.relocateLibrary(first, '/second');
  await world.engine.relocateLibrary(second, '/third');
  await world.clock.advance(120_000);
  await world.idle();
  expect([idAt('/second'), idAt('/third'), idAt('/library')]).toEqual([first, second, third]);
  expect(runners().map(({ problem }) => problem)).toEqual(roots.map(() => undefined));
  expect(Object.values(world.states())).toEqual(['draft', 'draft', 'draft']);
});
