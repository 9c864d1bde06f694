import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
afterEach(() => (world.isRunning() ? world.crash() : undefined));

async function open(): Promise<void> {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
}

const backups = (): string[] => world.disk.ownPaths().filter((path) => path.includes('/backup/'));
const kept = (): (string | undefined)[] => backups().map((path) => world.disk.text(path));
const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 })).rows;

async function publishElsewhere(text = 'theirs'): Promise<void> {
  world.service.versions.publishElsewhere(recordOf('EC000001'), text);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(5_000);
}

describe('a save that was kept in the local history', () => {
  it('stays there while an answer to a conflict cannot be carried out, and can be had back once it is saved over', async () => {
    await open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    await world.clock.advance(70_000);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(kept()).toEqual(['mine']);
    // Theirs is about to take the place of mine, which another program holds: Windows says so after a while.
    const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>();
    world.disk.on('replace', pump, async () => {
      await isRefused;
      throw new AppError('file-in-use');
    });
    const answered = world.engine
      .resolveConflict(world.libraryId(), key, 'takeTheirs')
      .catch((error: unknown) => error);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(130_000);
    refuse();
    expect(await answered).toMatchObject({ code: 'file-in-use' });
    // The program that held it saves.
    world.save(pump, 'mine again');
    await world.clock.advance(130_000);
    expect(kept().sort()).toEqual(['mine', 'mine again']);
  });
});

describe('a copy that is being put back', () => {
  it('is not cleared away meanwhile: it comes back, being nowhere else', async () => {
    await open();
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    world.engine.saveSettings({ historyMegabytes: 1 });
    const big = (letter: string): string => letter.repeat(400_000);
    for (const letter of ['a', 'b']) {
      world.save(pump, big(letter));
      await world.clock.advance(5_000);
    }
    await world.clock.advance(70_000);
    const [copy] = await copies();
    expect(copy).toMatchObject({ reason: 'superseded' });
    // To keep what stands there takes long, and meanwhile a save of another file is kept.
    const { promise: isKept, resolve: keepIt } = Promise.withResolvers<void>();
    world.disk.on('room', '', () => isKept);
    const restored = world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '').then(
      () => 'restored',
      (error: unknown) => error,
    );
    await world.clock.advance(10);
    world.save('EC000002/MC000001/valve.rfa', big('v'));
    await world.clock.advance(130_000);
    keepIt();
    const outcome = await restored;
    const everywhere = [...world.disk.paths(), ...world.disk.ownPaths()].map((path) => world.disk.text(path)?.[0]);
    expect(everywhere).toContain('a');
    expect(outcome).toBe('restored');
    expect(world.disk.text(pump)?.[0]).toBe('a');
  });
});

describe('a copy with the bytes that stand in its file', () => {
  it('does not go where its file is saved over just as it is put back: then it is the only place of them', async () => {
    await open();
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    for (const text of ['one', 'two']) {
      world.save(pump, text);
      await world.clock.advance(70_000);
    }
    const copy = (await copies())[0];
    world.save(pump, 'one');
    await world.clock.advance(70_000);
    // It is read to be compared, and saved over before anything comes of that.
    world.disk.after('hash', pump, () => world.save(pump, 'three'));
    await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '').catch(() => undefined);
    await world.clock.advance(70_000);
    expect([world.disk.text(pump), ...kept()]).toContain('one');
  });
});

describe('a copy into which somebody saved late', () => {
  it('is told of no more once a person deleted it while it was being read', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    const [at = ''] = backups();
    write('saved late');
    const { promise: isRead, resolve: letRead } = Promise.withResolvers<void>();
    const { promise: isReading, resolve: reading } = Promise.withResolvers<void>();
    world.disk.after('hash', at, () => (reading(), isRead));
    await world.clock.advance(60_000);
    await isReading;
    // A person looks at the copies, is told that it was saved into, and deletes it as it is now.
    const [first] = await copies();
    await expect(world.engine.earlierCopies.remove(first?.backupId ?? '', first?.bytesTag ?? '')).rejects.toMatchObject(
      {
        code: 'file-changed-meanwhile',
      },
    );
    const [second] = await copies();
    await world.engine.earlierCopies.remove(second?.backupId ?? '', second?.bytesTag ?? '');
    expect(backups()).toEqual([]);
    letRead();
    await world.clock.advance(60_000);
    const { libraries } = world.engine.statusReader.overview();
    expect(libraries.flatMap((library) => library.savedLate)).toEqual([]);
  });
});
