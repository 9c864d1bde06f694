import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';
import type { IfThere } from '../../../../shared/rpc/intake-records.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => void (world = createWorld()));
afterEach(() => world.close());

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  yield bytes.subarray(0, 3);
  yield bytes.subarray(3);
}

const add = (path: string, text: string, ifThere: IfThere = 'ask') =>
  world.engine.additions.add(
    { libraryId: world.libraryId(), path, ifThere },
    { bytes: chunksOf(text), sizeBytes: text.length },
  );

const undo = (...additions: readonly { readonly additionId?: string | undefined }[]) =>
  world.engine.additions.undo(additions.flatMap(({ additionId }) => additionId ?? []));

const kept = () =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith('.cadlibrary/backup/'))
    .map((path) => world.disk.text(path));

describe('taking additions back', () => {
  it('leaves one where the copy of what it replaced was deleted', async () => {
    world.hold(pump, 'theirs');
    await world.open();
    const added = await add(pump, 'mine', 'replace');
    await world.idle();
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 });
    const copy = rows.find(({ reason }) => reason === 'addedOver');
    await world.engine.earlierCopies.remove(copy?.backupId ?? '', copy?.bytesTag ?? '');
    expect(await undo(added)).toBe(0);
    expect(world.disk.text(pump)).toBe('mine');
  });

  it('goes on behind one that is open, which can be taken back when it is closed', async () => {
    const [plan, lock] = ['EC000002/MC000001/plan.dwg', 'EC000002/MC000001/plan.dwl'];
    await world.open();
    const both = [await add(plan, 'one program:AutoCAD/2018'), await add('other.rfa', 'other')];
    await world.idle();
    world.disk.write(lock, '');
    expect(await undo(...both)).toBe(1);
    expect(world.disk.paths()).toContain(plan);
    world.disk.delete(lock);
    expect(await undo(...both)).toBe(1);
    expect(world.disk.paths()).not.toContain(plan);
  });
});

describe('what was saved at the last moment', () => {
  const undoing = async (save: () => void): Promise<number> => {
    await world.open();
    const added = await add(pump, 'added');
    save();
    const count = await undo(added);
    await world.idle();
    return count;
  };
  const saves: readonly (readonly [string, () => void])[] = [
    ['after the last look at its bytes', () => world.disk.after('hash', pump, () => world.save(pump, 'saved now'))],
    ['as it is moved', () => world.disk.on('place', /backup/, () => world.save(pump, 'saved now'))],
    [
      'as it is moved, by renaming',
      () =>
        world.disk.on('place', /backup/, () => {
          world.disk.delete(pump);
          world.save(pump, 'saved now');
        }),
    ],
  ];

  it.each(saves)('%s, stays where it is when the addition is taken back', async (_when, save) => {
    expect(await undoing(save)).toBe(0);
    expect(world.disk.text(pump)).toBe('saved now');
    expect(kept()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is kept where its program saved once more before it was back', async () => {
    const saveTwice = (): void => {
      world.disk.on('place', /backup/, () => world.save(pump, 'saved now'));
      world.disk.after('place', /backup/, () => world.save(pump, 'saved again'));
    };
    expect(await undoing(saveTwice)).toBe(0);
    expect(world.disk.text(pump)).toBe('saved again');
    expect(kept()).toEqual(['saved now']);
  });
});

describe('an addition that replaced a file', () => {
  const replacing = async () => {
    world.hold(pump, 'old');
    await world.open();
    const added = await add(pump, 'new one', 'replace');
    await world.idle();
    return added;
  };

  it('stays until the other one can have its place, and can be taken back then', async () => {
    const added = await replacing();
    world.disk.fail('replace', pump, 'file-in-use');
    expect(await undo(added)).toBe(0);
    expect(world.disk.text(pump)).toBe('new one');
    expect(await undo(added)).toBe(1);
    await world.idle();
    expect(world.disk.text(pump)).toBe('old');
    expect(kept()).toEqual(['new one']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it.each(['keepCopy', 'replace'] as const)('leaves a file at its place also after a crash at %s', async (step) => {
    const added = await replacing();
    world.disk.on(step, /pump/, () => world.crashNow());
    void undo(added);
    await world.clock.advance(1_000);
    expect(world.isRunning()).toBe(false);
    expect(world.disk.text(pump)).toBe('new one');
    await world.start();
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('taking many additions back', () => {
  const paths = Array.from({ length: 8 }, (_, index) => `EC00001${index + 1}/MC000001/p.rfa`);
  const addAll = (text: string, ifThere: IfThere) => Promise.all(paths.map((path) => add(path, text, ifThere)));
  const questions = async () => {
    await world.clock.advance(60_000);
    await world.idle();
    return world.engine.changeQuestions(world.libraryId());
  };

  it('asks nobody whether they may be gone', async () => {
    await world.open();
    const added = await addAll('added', 'ask');
    await world.idle();
    expect(await undo(...added)).toBe(8);
    expect(await questions()).toEqual([]);
  });

  it('asks nobody either while they are being sent', async () => {
    await world.open();
    const added = await addAll('added', 'ask');
    const held = world.service.hold('storeMetadata');
    await world.clock.advance(5_000);
    await held.arrived;
    expect(await undo(...added)).toBe(8);
    held.letGo();
    expect(await questions()).toEqual([]);
  });

  it('asks nobody whether what they replaced may be sent again', async () => {
    for (const path of paths) world.hold(path, 'old');
    await world.open();
    const added = await addAll('added', 'replace');
    await world.idle();
    expect(await undo(...added)).toBe(8);
    expect(await questions()).toEqual([]);
    expect(world.service.versions.history(keyOf('EC000011'))).toEqual(['0.1 old', '0.2 added', '0.3 old']);
  });
});
