import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';
import { describeError, toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import { mostFilesAdded } from '../../../../shared/rpc/intake-limits.ts';
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

const add = (path: string, text: string, ifThere: IfThere = 'ask', sizeBytes = text.length) =>
  world.engine.additions.add({ libraryId: world.libraryId(), path, ifThere }, { bytes: chunksOf(text), sizeBytes });

const undo = (...additions: readonly { readonly additionId?: string | undefined }[]) =>
  world.engine.additions.undo(additions.flatMap(({ additionId }) => additionId ?? []));

const parts = () => world.disk.paths().filter((path) => path.endsWith('.part'));

describe('a file that a person brings', () => {
  it('stands in the library and is sent; where its path tells no class, that is said at once', async () => {
    await world.open();
    expect(await add(pump, 'a pump')).toMatchObject({ outcome: 'added', lacksClass: false });
    const loose = await add('new.rfa', 'something');
    expect(loose).toMatchObject({ outcome: 'added', lacksClass: true, fileId: `${world.libraryId()}/new.rfa` });
    const classes = { etimClassCode: 'EC000002', etimClassCodeVersion: '1' };
    const named = { ...classes, etimModelCode: 'MC000001', etimModelCodeVersion: '1' };
    await world.engine.picks.assign(world.libraryId(), new Map([['new.rfa', named]]));
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft', 'new.rfa': 'draft' });
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 something']);
    expect(parts()).toEqual([]);
  });

  it('never takes the place of another one unasked, whether it is as long or not', async () => {
    world.hold(pump, 'theirs');
    await world.open();
    for (const text of ['longer than theirs', 'others'])
      expect(await add(pump, text)).toMatchObject({ outcome: 'occupied' });
    expect(await add(pump, 'theirs')).toMatchObject({ outcome: 'same' });
    expect(world.disk.text(pump)).toBe('theirs');
    expect(parts()).toEqual([]);
  });

  it('under too long a path is refused, and not said to be safe anywhere else', async () => {
    world.disk.setLongestPath(60);
    await world.open();
    const refused = await add(`EC000001/MC000001/${'a'.repeat(60)}.rfa`, 'a pump').catch(toAppError);
    expect(refused).toMatchObject({ code: 'unsafe-name', retryable: false });
    expect(describeError((refused as AppError).toRecord())).toMatch(
      /^The folder does not allow this name, or the path is too long\. .*Nothing was changed\. Choose another name/,
    );
    expect([world.states(), world.disk.paths()]).toEqual([{}, []]);
  });

  it('takes the place of another one where the person says so; that one is kept, and comes back', async () => {
    world.hold(pump, 'theirs');
    await world.open();
    await world.idle();
    const added = await add(pump, 'mine', 'replace');
    expect(added).toMatchObject({ outcome: 'replaced' });
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 theirs', '0.2 mine']);
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 });
    expect(rows.filter(({ reason }) => reason === 'addedOver')).toHaveLength(1);
    expect(await undo(added)).toBe(1);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(await undo(added)).toBe(0);
  });

  it('is not put over a file in a conflict whose state of before it is: theirs would replace it at once', async () => {
    world.hold(pump, 'base');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    await expect(add(pump, 'base', 'replace')).rejects.toMatchObject({ code: 'in-conflict' });
    await world.idle();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(parts()).toEqual([]);
  });

  it('is the file it took the place of where the disk does not tell the case of their names apart', async () => {
    world = createWorld({ names: 'folding' });
    world.hold(pump, 'theirs');
    await world.open();
    const shouted = 'EC000001/MC000001/PUMP.rfa';
    const fileId = `${world.libraryId()}/${pump}`;
    expect(await add(shouted, 'theirs')).toMatchObject({ outcome: 'same', fileId });
    const added = await add(shouted, 'mine', 'replace');
    expect(added).toMatchObject({ outcome: 'replaced', fileId });
    await world.idle();
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(await undo(added)).toBe(1);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.text(pump)).toBe('theirs');
  });

  it('stands next to the other one where the person wants both', async () => {
    world.hold(pump, 'theirs');
    await world.open();
    const added = await add(pump, 'mine', 'keepBoth');
    expect(added.fileId).toBe(`${world.libraryId()}/EC000001/MC000001/pump (2).rfa`);
    expect([world.disk.text(pump), world.disk.text('EC000001/MC000001/pump (2).rfa')]).toEqual(['theirs', 'mine']);
  });

  it('does so under a name that disks can hold', async () => {
    const long = `EC000001/MC000001/${'あ'.repeat(83)}.rfa`;
    world.hold(long, 'theirs');
    await world.open();
    const added = await add(long, 'mine', 'keepBoth');
    expect(added.fileId).toBe(`${world.libraryId()}/EC000001/MC000001/${'あ'.repeat(82)} (2).rfa`);
  });

  it('goes to the backup folder when that is taken back, unless it was saved since', async () => {
    await world.open();
    const [one, other] = [await add('one.rfa', 'one'), await add('other.rfa', 'other')];
    world.save('other.rfa', 'other, worked on');
    expect(await undo(one, other)).toBe(1);
    await world.idle();
    expect([world.disk.text('one.rfa'), world.disk.text('other.rfa')]).toEqual([undefined, 'other, worked on']);
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 });
    expect(rows.map(({ path, reason }) => [path, reason])).toEqual([['one.rfa', 'additionUndone']]);
  });

  it('that breaks off, or is no CAD file, leaves nothing behind', async () => {
    await world.open();
    await expect(add(pump, 'half of', 'ask', 4_000)).rejects.toMatchObject({ code: 'addition-broken-off' });
    for (const path of ['notes.txt', 'drawing.bak', '.cadlibrary/pump.rfa', 'pump.0001.rfa', '#recycle/pump.rfa'])
      await expect(add(path, 'x')).rejects.toMatchObject({ code: 'not-cad-file' });
    await expect(add('../pump.rfa', 'x')).rejects.toMatchObject({ code: 'not-cad-file' });
    await world.idle();
    expect(world.states()).toEqual({});
    expect(parts()).toEqual([]);
  });

  it('is put into no library that is removed while it arrives', async () => {
    await world.open();
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('a ');
      await world.engine.removeLibrary(world.libraryId());
      yield new TextEncoder().encode('pump');
    }
    const place = { libraryId: world.libraryId(), path: pump, ifThere: 'ask' } as const;
    const added = world.engine.additions.add(place, { bytes: slowly(), sizeBytes: 6 });
    await expect(added).rejects.toMatchObject({ code: 'unknown-item' });
    expect(world.disk.paths()).toEqual([]);
  });

  it('is read from where it lies on this computer, and not further once nobody wants it', async () => {
    await world.open();
    world.disk.write('desk/pump.rfa', 'a pump');
    const place = { libraryId: world.libraryId(), path: pump, ifThere: 'ask' } as const;
    const cancelled = AbortSignal.abort();
    await expect(world.engine.additions.addFrom('/desk/desk/pump.rfa', place, cancelled)).rejects.toThrow();
    expect(world.disk.text(pump)).toBeUndefined();
    expect(parts()).toEqual([]);
  });
});

describe('a folder that a person brings', () => {
  it('tells CAD files beyond the number that is added at once from what is no CAD file', async () => {
    await world.open();
    const many = world.mountBeside('/many');
    for (let place = 0; place < mostFilesAdded + 3; place += 1) many.write(`in/f${place}.rfa`, 'x');
    many.write('in/notes.txt', 'x');
    const { files, ...leftOut } = await world.engine.additions.look(['/many/in']);
    expect(files).toHaveLength(mostFilesAdded);
    expect(leftOut).toEqual({ skipped: 1, inLibrary: 0, beyond: 3 });
  });
});
