import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem } from '../../../electron/platform/disk-system.ts';
import { wearOutside } from '../../../electron/platform/keep-outside.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-outside-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const disk = () => createDisk().library(root);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const modeOf = (name: string): string => (statSync(at(name)).mode & 0o777).toString(8);

function write(name: string, content: string, mode: number): void {
  writeFileSync(at(name), content);
  chmodSync(at(name), mode);
}

describe.skipIf(process.platform === 'win32')('a file that is replaced', () => {
  it.each([0o600, 0o664, 0o755, 0o640, 0o644])('keeps its mode, %i', async (mode) => {
    write('pump.rfa', 'old', mode);
    write('pump.part', 'new', 0o644);
    await disk().replace('pump.part', 'pump.rfa', await disk().stat('pump.rfa'));
    expect([text('pump.rfa'), modeOf('pump.rfa')]).toEqual(['new', mode.toString(8)]);
  });

  it('does not hand on that it runs as its owner', async () => {
    write('pump.rfa', 'old', 0o4755);
    write('pump.part', 'new', 0o644);
    await disk().replace('pump.part', 'pump.rfa');
    expect((statSync(at('pump.rfa')).mode & 0o7777).toString(8)).toBe('755');
  });

  it.runIf(process.getuid?.() === 0)('keeps owner and group where the system lets this user', async () => {
    write('pump.rfa', 'old', 0o640);
    chownSync(at('pump.rfa'), 1_234, 2_345);
    write('pump.part', 'new', 0o644);
    await disk().replace('pump.part', 'pump.rfa');
    expect(statSync(at('pump.rfa'))).toMatchObject({ uid: 1_234, gid: 2_345 });
    expect(modeOf('pump.rfa')).toBe('640');
  });

  it('is kept in the backup folder as it was, and comes back with the mode of what it replaces', async () => {
    write('pump.rfa', 'old', 0o600);
    write('pump.part', 'new', 0o644);
    await disk().keepCopy('pump.rfa', '.cadlibrary/backup/now/pump.rfa');
    await disk().replace('pump.part', 'pump.rfa');
    chmodSync(at('pump.rfa'), 0o660);
    expect(modeOf('.cadlibrary/backup/now/pump.rfa')).toBe('600');
    await disk().replace('.cadlibrary/backup/now/pump.rfa', 'pump.rfa');
    expect([text('pump.rfa'), modeOf('pump.rfa')]).toEqual(['old', '660']);
  });

  it('has a copy with the same mode where the disk has no second names', async () => {
    write('pump.rfa', 'old', 0o600);
    const refuse = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    await createDisk({ ...thisDiskSystem, link: refuse })
      .library(root)
      .keepCopy('pump.rfa', 'kept.rfa');
    expect([text('kept.rfa'), modeOf('kept.rfa')]).toEqual(['old', '600']);
  });

  it('that is new has the mode its folder and user give it, not one of this app', async () => {
    const before = process.umask(0o002);
    try {
      await disk().receive('pump.part', (async function* () {})());
      await disk().place('pump.part', 'pump.rfa');
      await disk().writeText('.cadlibrary.json', '{}');
    } finally {
      process.umask(before);
    }
    expect([modeOf('pump.rfa'), modeOf('.cadlibrary.json')]).toEqual(['664', '664']);
  });

  it('as a text keeps its mode too', async () => {
    write('.cadlibrary.json', '{}', 0o660);
    await disk().writeText('.cadlibrary.json', '{"files":{}}');
    expect([text('.cadlibrary.json'), modeOf('.cadlibrary.json')]).toEqual(['{"files":{}}', '660']);
  });
});

describe('a file that is marked read-only', () => {
  it.each([0o444, 0o400, 0o555])('with mode %i is not replaced, and goes on once the mark is gone', async (mode) => {
    write('pump.rfa', 'mine', mode);
    write('pump.part', 'theirs', 0o644);
    expect(await disk().stat('pump.rfa')).toMatchObject({ isReadOnly: true });
    await expect(disk().replace('pump.part', 'pump.rfa')).rejects.toMatchObject({
      code: 'file-read-only',
      retryable: true,
    });
    await expect(disk().writeText('pump.rfa', 'theirs')).rejects.toMatchObject({ code: 'file-read-only' });
    expect([text('pump.rfa'), text('pump.part')]).toEqual(['mine', 'theirs']);
    chmodSync(at('pump.rfa'), 0o644);
    expect(await disk().stat('pump.rfa')).toMatchObject({ isReadOnly: false });
    await disk().replace('pump.part', 'pump.rfa');
    expect(text('pump.rfa')).toBe('theirs');
  });

  it('between the look and the rename is not replaced either', async () => {
    write('pump.rfa', 'mine', 0o644);
    write('pump.part', 'theirs', 0o644);
    const standing = await disk().stat('pump.rfa');
    const marking = {
      ...thisDiskSystem,
      async outsideToKeep(path: string) {
        const found = await thisDiskSystem.outsideToKeep(path);
        chmodSync(at('pump.rfa'), 0o444);
        return found;
      },
    };
    await expect(createDisk(marking).library(root).replace('pump.part', 'pump.rfa', standing)).rejects.toMatchObject({
      code: 'file-read-only',
    });
    expect(text('pump.rfa')).toBe('mine');
  });
});

describe.skipIf(process.platform === 'win32')('what the system does not let this user keep', () => {
  const of = { uid: 1, gid: 2, mode: 0o100664, isFile: () => true } as never;

  function handleThat(refuses: (uid: number, gid: number) => boolean) {
    const done: string[] = [];
    const handle = {
      stat: async () => ({ uid: 10, gid: 20, mode: 0o100644 }),
      async chown(uid: number, gid: number) {
        if (refuses(uid, gid)) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
        done.push(`owner ${uid}:${gid}`);
      },
      chmod: async (mode: number) => void done.push(`mode ${mode.toString(8)}`),
    };
    return { handle: handle as never, done };
  }

  it('does not stop it: the group is kept where the owner cannot be', async () => {
    const { handle, done } = handleThat((uid) => uid !== 10);
    expect(await wearOutside(handle, of)).toBe(true);
    expect(done).toEqual(['owner 10:2', 'mode 664']);
  });

  it('gives another group no more than everybody has', async () => {
    const { handle, done } = handleThat(() => true);
    await wearOutside(handle, { uid: 10, gid: 2, mode: 0o100660 } as never);
    expect(done).toEqual(['mode 600']);
  });

  it('says other failures', async () => {
    const { handle } = handleThat(() => false);
    const broken = { ...(handle as object), chmod: () => Promise.reject(new Error('EIO')) } as never;
    await expect(wearOutside(broken, of)).rejects.toThrow('EIO');
  });
});
