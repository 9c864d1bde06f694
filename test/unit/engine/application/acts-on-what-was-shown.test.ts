import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileRequests } from '../../../../electron/engine/application/file-requests.ts';
import type { Disk } from '../../../../electron/engine/ports.ts';
import { fileIdOf } from '../../../../electron/engine/tree/paths.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const requests = () =>
  createFileRequests(world.engine, { absolute: (root: string, path: string) => `${root}/${path}` } as Disk);
const idOf = (path: string): string => fileIdOf(world.libraryId(), path);
const lookOn = async (): Promise<void> => {
  await world.clock.advance(60_000);
  await world.idle();
};
const saveAndLook = async (path: string, text: string): Promise<void> => {
  world.save(path, text);
  await lookOn();
};
const assign = async (path: string, etimClassCode: string): Promise<void> => {
  const classes = { etimClassCode, etimClassVersion: '1', modellingClassCode: 'MC000001', modellingClassVersion: '1' };
  await requests().assign([{ fileIds: [idOf(path)], ...classes }]);
  await lookOn();
};
const publishElsewhere = (code: string, text: string): void =>
  void world.service.versions.publishElsewhere(recordOf(code), text);

describe('a version in a list', () => {
  /** The list is of the pump; since then somebody said that the file shows a valve, which has versions of its own. */
  const becomeValve = async (): Promise<void> => {
    world.hold(pump, 'pump 1');
    await world.open();
    await saveAndLook(pump, 'pump 2');
    await assign(pump, 'EC000002');
    await saveAndLook(pump, 'valve 2');
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 pump 2', '0.2 valve 2']);
  };
  const shown = { key: keyOf('EC000001'), version: '0.1' };

  it('is not that of another product which the file belongs to by now', async () => {
    await becomeValve();
    const restored = requests().restoreVersion({ fileId: idOf(pump), ...shown });
    await expect(restored).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    const opened = requests().copyOfVersion({ fileId: idOf(pump), ...shown });
    await expect(opened).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await lookOn();
    expect(world.disk.text(pump)).toBe('valve 2');
  });
});

describe('an answer to a conflict', () => {
  const diverge = async (path: string, code: string): Promise<void> => {
    publishElsewhere(code, `theirs of ${code}`);
    world.save(path, `mine of ${code}`);
    await world.idle();
  };
  const open = async (): Promise<void> => {
    world.hold(pump, 'base');
    await world.open();
    await diverge(pump, 'EC000001');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  };
  const fileId = (): string => idOf(pump);

  it('is taken back only where it is the last one', async () => {
    await open();
    world.service.setAway(true);
    const first = await requests().resolveConflict({ fileId: fileId(), choice: 'keepMine' });
    await world.clock.advance(30_000);
    expect(await requests().undoResolve({ fileId: fileId(), answer: first })).toEqual({ reopened: true });
    await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    await world.idle();
    const again = requests().undoResolve({ fileId: fileId(), answer: first });
    await expect(again).rejects.toMatchObject({ code: 'unknown-item' });
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs of EC000001');
  });

  it('is left alone by the undo of an earlier conflict', async () => {
    await open();
    const first = await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    await world.idle();
    world.save(pump, 'mine again');
    publishElsewhere('EC000001', 'theirs again');
    await lookOn();
    await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    await world.idle();
    const undone = requests().undoResolve({ fileId: fileId(), answer: first });
    await expect(undone).rejects.toMatchObject({ code: 'unknown-item' });
    expect(world.disk.text(pump)).toBe('theirs again');
  });

  it('is found again by what it was about, however the file is called by then', async () => {
    await open();
    const answer = await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    await world.idle();
    const renamed = 'EC000001/MC000001/other.rfa';
    world.disk.rename(pump, renamed);
    await world.clock.advance(1_000);
    for (const path of [pump, renamed]) world.watcher.hint(path);
    await lookOn();
    expect(await requests().undoResolve({ fileId: idOf(pump), answer })).toEqual({ reopened: true });
    expect(world.disk.text(renamed)).toBe('mine of EC000001');
  });

  it('that took theirs is not said to have been sent by what was sent since', async () => {
    await open();
    const answer = await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    await world.idle();
    await saveAndLook(pump, 'saved later');
    const undone = requests().undoResolve({ fileId: fileId(), answer });
    await expect(undone).rejects.toMatchObject({ code: 'unknown-item' });
  });

  it('is not given to another version of the same number', async () => {
    world.hold(pump, 'base');
    await world.open();
    const setBack = world.service.versions.takeBackup();
    await diverge(pump, 'EC000001');
    const { conflict } = await requests().detail(fileId());
    setBack();
    publishElsewhere('EC000001', 'another one');
    await world.clock.advance(7 * 3_600_000);
    await world.idle();
    const order = { fileId: fileId(), choice: 'takeTheirs', theirVersion: '0.2' } as const;
    const answered = requests().resolveConflict({ ...order, theirSha256: conflict?.theirSha256 });
    await expect(answered).rejects.toMatchObject({ code: 'other-version-now' });
    expect(world.disk.text(pump)).toBe('mine of EC000001');
  });

  it('is not given to another product whose file has the path by now', async () => {
    const [one, two] = ['shelf/one.rfa', 'shelf/two.rfa'];
    for (const path of [one, two]) world.hold(path, `base of ${path}`);
    await world.open();
    await assign(one, 'EC000001');
    await assign(two, 'EC000002');
    await diverge(one, 'EC000001');
    await diverge(two, 'EC000002');
    const { conflict, file } = await requests().detail(idOf(one));
    const free = 'shelf/free.rfa';
    for (const [from, to] of [
      [one, free],
      [two, one],
      [free, two],
    ] as const)
      world.disk.rename(from, to);
    for (const path of [one, two, free]) world.watcher.hint(path);
    await lookOn();
    const order = { fileId: idOf(one), choice: 'takeTheirs', theirVersion: conflict?.theirVersion } as const;
    const answered = requests().resolveConflict({ ...order, key: file.key });
    await expect(answered).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(world.disk.text(one)).toBe('mine of EC000002');
  });
});
