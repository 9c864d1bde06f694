import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem, type DiskSystem } from '../../../electron/platform/disk-system.ts';
import { toDiskError } from '../../../electron/platform/disk-error.ts';
import { sha256Of } from '../../fakes/engine/disk.ts';
import { watchFlushing } from '../../fakes/watch-flushing.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-disk-')));
});
afterEach(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true, force: true });
});

const disk = () => createDisk().library(root);
const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

async function* chunks(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of texts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

describe('receiving bytes', () => {
  it('writes them to a new file and tells what they are', async () => {
    const received = await disk().receive('a/b/pump.part', chunks('first ', 'second'));
    expect(received).toEqual({ sha256: sha256Of('first second'), sizeBytes: 12 });
    expect(text('a/b/pump.part')).toBe('first second');
  });

  it('keeps what has arrived when they break off, and goes on behind it', async () => {
    await expect(disk().receive('pump.part', chunks('first ', new Error('broken off')))).rejects.toThrow('broken off');
    expect(text('pump.part')).toBe('first ');
    const told: number[] = [];
    const options = { startAt: 6, onProgress: (sizeBytes: number) => told.push(sizeBytes) };
    const received = await disk().receive('pump.part', chunks('second'), options);
    expect(received).toEqual({ sha256: sha256Of('first second'), sizeBytes: 12 });
    expect(text('pump.part')).toBe('first second');
    expect(told).toEqual([12]);
  });

  it('has them on the disk once that is told, also those of a file that breaks off', async () => {
    const flushes = await watchFlushing(root);
    await disk().receive('pump.part', chunks('first ', 'second'));
    await disk()
      .receive('half.part', chunks('first ', new Error('broken off')))
      .catch(() => undefined);
    for (const name of ['pump.part', 'half.part'])
      expect([flushes.hasBytesOf(join(root, name)), flushes.hasNameOf(join(root, name))]).toEqual([true, true]);
  });

  it('drops what stands behind the place where it goes on', async () => {
    write('pump.part', 'first rubbish');
    const received = await disk().receive('pump.part', chunks('last'), { startAt: 6 });
    expect(received).toEqual({ sha256: sha256Of('first last'), sizeBytes: 10 });
    expect(text('pump.part')).toBe('first last');
  });

  it('does not go on with a file that is shorter than was said, or is not there', async () => {
    write('pump.part', 'abc');
    await expect(disk().receive('pump.part', chunks('x'), { startAt: 6 })).rejects.toMatchObject({
      code: 'file-vanished',
    });
    await expect(disk().receive('gone.part', chunks('x'), { startAt: 6 })).rejects.toMatchObject({
      code: 'file-vanished',
    });
    expect(readdirSync(root)).toEqual(['pump.part']);
  });

  it('never writes over a file', async () => {
    write('pump.rfa', 'mine');
    await expect(disk().receive('pump.rfa', chunks('theirs'))).rejects.toMatchObject({ code: 'target-occupied' });
    expect(text('pump.rfa')).toBe('mine');
  });
});

describe('putting a file in a place', () => {
  it('replaces the file there in one step', async () => {
    write('pump.rfa', 'old');
    write('pump.part', 'new');
    const before = await disk().stat('pump.part');
    await disk().replace('pump.part', 'pump.rfa');
    expect(text('pump.rfa')).toBe('new');
    expect((await disk().stat('pump.rfa'))?.inode).toBe(before?.inode);
    expect(readdirSync(root)).toEqual(['pump.rfa']);
  });

  it('replaces no file that is not as it was when that was decided', async () => {
    write('pump.rfa', 'old');
    write('pump.part', 'new');
    const standing = await disk().stat('pump.rfa');
    write('pump.rfa', 'saved meanwhile');
    await expect(disk().replace('pump.part', 'pump.rfa', standing)).rejects.toMatchObject({
      code: 'file-changed-meanwhile',
    });
    expect([text('pump.rfa'), text('pump.part')]).toEqual(['saved meanwhile', 'new']);
  });

  it('refuses an occupied place and keeps both files', async () => {
    write('pump.rfa', 'mine');
    write('pump.part', 'theirs');
    await expect(disk().place('pump.part', 'pump.rfa')).rejects.toMatchObject({ code: 'target-occupied' });
    expect(text('pump.rfa')).toBe('mine');
    expect(text('pump.part')).toBe('theirs');
  });

  it('makes the folders it needs', async () => {
    write('pump.part', 'new');
    await disk().place('pump.part', 'EC000001/MC000001/pump.rfa');
    expect(text('EC000001/MC000001/pump.rfa')).toBe('new');
    expect(readdirSync(root)).toEqual(['EC000001']);
  });

  it('keeps a file that is replaced with what a program writes to it later, and apart from its successor', async () => {
    write('pump.rfa', 'before');
    write('pump.part', 'theirs');
    const program = openSync(join(root, 'pump.rfa'), 'r+');
    await disk().keepCopy('pump.rfa', '.cadlibrary/backup/pump.rfa');
    await disk().replace('pump.part', 'pump.rfa');
    writeSync(program, 'late', 0);
    closeSync(program);
    expect(text('.cadlibrary/backup/pump.rfa')).toBe('latere');
    write('pump.rfa', 'after');
    expect(text('.cadlibrary/backup/pump.rfa')).toBe('latere');
  });

  it('removes what is there and minds neither that it is gone nor that its folder is', async () => {
    write('folder/pump.rfa', 'bytes');
    await disk().remove('folder/pump.rfa');
    await disk().remove('folder/pump.rfa');
    await disk().remove('elsewhere/pump.rfa');
    expect(readdirSync(join(root, 'folder'))).toEqual([]);
  });

  it('copies over nothing, and leaves nothing half made where it cannot copy', async () => {
    write('pump.rfa', 'bytes');
    write('backup/pump.rfa', 'kept');
    await expect(disk().keepCopy('pump.rfa', 'backup/pump.rfa')).rejects.toMatchObject({ code: 'target-occupied' });
    await expect(disk().keepCopy('gone.rfa', 'backup/gone.rfa')).rejects.toMatchObject({ code: 'file-vanished' });
    expect(text('backup/pump.rfa')).toBe('kept');
    expect(readdirSync(join(root, 'backup'))).toEqual(['pump.rfa']);
  });
});

describe('writing a text', () => {
  it('has it on the disk before it takes the place of the one of before, and its name once that is told', async () => {
    write('.cadlibrary.json', '{}');
    const flushes = await watchFlushing(root);
    const named: boolean[] = [];
    const rename: DiskSystem['rename'] = async (from, to) => {
      named.push(flushes.hasBytesOf(from));
      await thisDiskSystem.rename(from, to);
    };
    await createDisk({ ...thisDiskSystem, rename })
      .library(root)
      .writeText('.cadlibrary.json', '{"format":1}');
    expect([named, text('.cadlibrary.json')]).toEqual([[true], '{"format":1}']);
    expect(flushes.hasNameOf(join(root, '.cadlibrary.json'))).toBe(true);
  });
});

describe('a library whose root is not there', () => {
  it('is not made by what is written into it', async () => {
    const gone = createDisk().library(join(root, 'not mounted'));
    await expect(gone.writeText('.cadlibrary.json', '{}')).rejects.toMatchObject({ code: 'library-missing' });
    await expect(gone.receive('a/pump.part', chunks('bytes'))).rejects.toMatchObject({ code: 'library-missing' });
    expect(await gone.list('')).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('a path', () => {
  for (const path of ['../outside.rfa', 'a/../../outside.rfa', '/etc/passwd', 'a\\..\\b.rfa', 'nul\0.rfa', '..']) {
    it(`like ${JSON.stringify(path)} never leads out of the library`, async () => {
      await expect(disk().stat(path)).rejects.toMatchObject({ code: 'unsafe-name' });
      await expect(disk().writeText(path, 'x')).rejects.toMatchObject({ code: 'unsafe-name' });
      await expect(disk().remove(path)).rejects.toMatchObject({ code: 'unsafe-name' });
    });
  }

  it('with dots, spaces, accents and percent signs is an ordinary one', async () => {
    const path = 'a..b/ö é %2e%2e ..rfa';
    await disk().writeText(path, 'x');
    expect(await disk().readText(path)).toBe('x');
  });

  it('longer than the disk stores is refused as such', async () => {
    await expect(disk().writeText(`${'x'.repeat(300)}.rfa`, 'x')).rejects.toMatchObject({ code: 'unsafe-name' });
  });
});

describe('looking', () => {
  it('tells files from folders and never follows a link', async () => {
    write('folder/pump.rfa', 'bytes');
    symlinkSync('folder', join(root, 'link'));
    const entries = await disk().list('');
    expect(entries?.map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ['folder', 'folder'],
      ['link', 'link'],
    ]);
    expect(await disk().stat('folder/pump.rfa')).toMatchObject({ kind: 'file', sizeBytes: 5 });
    expect(await disk().stat('folder/none.rfa')).toBeUndefined();
    expect(await disk().stat('folder/pump.rfa/below')).toBeUndefined();
    expect(await disk().list('none')).toBeUndefined();
  });

  // Elsewhere no disk holds such names.
  it.runIf(process.platform === 'linux')('lists names that are no valid text, marked as such', async () => {
    write('real \ufffd letter.rfa', 'bytes');
    for (const ending of ['.rfa', '']) {
      const path = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from(ending)]);
      if (ending === '') mkdirSync(path);
      else writeFileSync(path, 'latin');
    }
    const entries = await disk().list('');
    expect(
      entries
        ?.map(({ name, kind, sizeBytes, isGarbled }) => [name, kind, kind === 'file' && sizeBytes, isGarbled])
        .sort(),
    ).toEqual([
      ['caf\ufffd', 'folder', false, true],
      ['caf\ufffd.rfa', 'file', 5, true],
      ['real \ufffd letter.rfa', 'file', 5, false],
    ]);
  });

  it('hashes a short file while it is looked into, and a long one only when asked', async () => {
    write('short.rfa', 'short');
    write('long.rfa', 'x'.repeat(1 << 16));
    const hashedIn = (path: string) => disk().inspect(path, async ({ hashed }) => hashed);
    expect(await hashedIn('short.rfa')).toEqual(await disk().hash('short.rfa'));
    expect(await hashedIn('long.rfa')).toBeUndefined();
  });

  it('hashes what is there, short files and long ones', async () => {
    const long = 'x'.repeat(3_000_000);
    write('big.rfa', long);
    const after = await disk().stat('big.rfa');
    expect(await disk().hash('big.rfa')).toEqual({ after, sha256: sha256Of(long), sizeBytes: long.length });
    write('small.rfa', 'small');
    expect(await disk().hash('small.rfa')).toMatchObject({ sha256: sha256Of('small'), sizeBytes: 5 });
    write('empty.rfa', '');
    expect(await disk().hash('empty.rfa')).toMatchObject({ sha256: sha256Of(''), sizeBytes: 0 });
    await expect(disk().hash('none.rfa')).rejects.toMatchObject({ code: 'file-vanished' });
  });

  it('tells the hash of a reading only when it went to the end', async () => {
    write('big.rfa', 'x'.repeat(3_000_000));
    const { bytes, sha256 } = disk().read('big.rfa');
    for await (const chunk of bytes) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(sha256()).toBeUndefined();
  });

  it('reads a text without the byte order mark that editors of Windows put before it', async () => {
    write('.cadlibrary.json', '\ufeff{"version":1}');
    expect(await disk().readText('.cadlibrary.json')).toBe('{"version":1}');
  });

  it('names a folder by its real path', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'alias'));
    const { canonicalFolder } = createDisk();
    expect(await canonicalFolder(join(root, 'alias', '..', 'real'))).toBe(await canonicalFolder(join(root, 'real')));
    expect(await canonicalFolder(join(root, 'alias'))).toBe(await canonicalFolder(join(root, 'real')));
    expect(await canonicalFolder(join(root, 'none'))).toBeUndefined();
  });
});

describe('a refusal of the system', () => {
  const refused = (code: string) => Object.assign(new Error(code), { code });

  it('to read a file does not say that the folder cannot be written to', () => {
    expect(toDiskError(refused('EACCES'), 'read')).toMatchObject({ code: 'file-unreadable' });
    expect(toDiskError(refused('EACCES'), 'write')).toMatchObject({ code: 'folder-not-writable' });
    expect(toDiskError(refused('EROFS'), 'write')).toMatchObject({ code: 'folder-not-writable' });
  });

  it('for want of space, or because a program has the file, says so', () => {
    expect(toDiskError(refused('EMFILE'), 'read')).toMatchObject({ code: 'system-exhausted', retryable: true });
    const quota = Object.assign(new Error('quota'), { errno: -constants.errno.EDQUOT, code: 'Unknown system error' });
    expect(toDiskError(quota, 'write')).toMatchObject({ code: 'disk-full', retryable: true });
    expect(toDiskError(refused('ENOSPC'), 'write')).toMatchObject({ code: 'disk-full', retryable: true });
    expect(toDiskError(refused('EBUSY'), 'read')).toMatchObject({ code: 'file-in-use', retryable: true });
  });

  it('for want of rights says so on Windows too, and not that a program has the file open', () => {
    expect(toDiskError(refused('EPERM'), 'read')).toMatchObject({ code: 'file-unreadable' });
    expect(toDiskError(refused('EPERM'), 'write')).toMatchObject({ code: 'folder-not-writable' });
  });

  it.each(['UNKNOWN', 'ECONNRESET', 'ETIMEDOUT', 'ENXIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'EDEADLK', 'EIO'])(
    'because the drive or the network to it failed may pass, and is no failure of the app: %s',
    (code) => {
      expect(toDiskError(refused(code), 'read')).toMatchObject({ code: 'file-unreadable', retryable: true });
      expect(toDiskError(refused(code), 'write')).toMatchObject({ code: 'drive-failed', retryable: true });
    },
  );

  it('that is no refusal of the disk stays what it is', () => {
    const defect = new TypeError('a defect');
    expect(toDiskError(defect, 'read')).toBe(defect);
  });

  it.skipIf(process.getuid?.() === 0)('reaches the caller from a real file', async () => {
    write('pump.rfa', 'bytes');
    chmodSync(join(root, 'pump.rfa'), 0);
    await expect(disk().hash('pump.rfa')).rejects.toMatchObject({ code: 'file-unreadable' });
    chmodSync(root, 0o500);
    await expect(disk().writeText('new.json', '{}')).rejects.toMatchObject({ code: 'folder-not-writable' });
  });
});

describe('the room on the disk', () => {
  it('is told, and is not told of a folder that is not there', async () => {
    const room = await disk().room();
    expect(room?.freeBytes).toBeGreaterThan(0);
    expect(room?.totalBytes).toBeGreaterThanOrEqual(room?.freeBytes ?? Infinity);
    expect(await createDisk().library(join(root, 'not mounted')).room()).toBeUndefined();
  });
});

describe('a disk whose system flushes no folders', () => {
  it('is written to all the same', async () => {
    const refusal = Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
    const system: DiskSystem = {
      ...thisDiskSystem,
      openFolder: async (path) => {
        const handle = await thisDiskSystem.openFolder(path);
        return { fd: handle.fd, sync: () => Promise.reject(refusal), close: () => handle.close() };
      },
    };
    writeFileSync(join(root, 'part'), 'bytes');
    await createDisk(system).library(root).place('part', 'pump.rfa');
    expect(readdirSync(root)).toEqual(['pump.rfa']);
  });
});
