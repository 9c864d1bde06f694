import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem, type DiskSystem } from '../../../electron/platform/disk-system.ts';

/** The library, and a folder beside it into which nothing may ever come. */
let base: string;
let root: string;
let outside: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-links-')));
  root = join(base, 'library');
  outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (path: string): string => join(root, path);
const write = (path: string, text: string): void => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
};
// A junction needs no right of its own on Windows.
const linkFolder = (target: string, path: string): void => symlinkSync(target, path, 'junction');

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** How systems differ: where names are reached through an open folder, and where the path is looked at again. */
const systems: readonly (readonly [string, Partial<DiskSystem>])[] = [
  ['this system', {}],
  ['a system that shows no open folders', { openedFolder: undefined }],
];

type Library = ReturnType<ReturnType<typeof createDisk>['library']>;

const writes: Readonly<Record<string, (disk: Library, folder: string) => Promise<unknown>>> = {
  writeText: (disk, folder) => disk.writeText(`${folder}/note.json`, '{}'),
  'writeText over a file': (disk, folder) => disk.writeText(`${folder}/pump.rfa`, '{}'),
  receive: (disk, folder) => disk.receive(`${folder}/new.part`, chunks('bytes')),
  'receive in a folder to be made': (disk, folder) => disk.receive(`${folder}/made/new.part`, chunks('bytes')),
  'receive behind what is there': (disk, folder) => disk.receive(`${folder}/pump.rfa`, chunks('more'), { startAt: 2 }),
  putWhole: (disk, folder) => disk.putWhole(`${folder}/new.rfa`, Buffer.from('bytes')),
  'putWhole in a folder to be made': (disk, folder) => disk.putWhole(`${folder}/made/new.rfa`, Buffer.from('bytes')),
  replace: (disk, folder) => disk.replace('incoming.part', `${folder}/pump.rfa`),
  'replace from there': (disk, folder) => disk.replace(`${folder}/pump.rfa`, 'mine.rfa'),
  place: (disk, folder) => disk.place('incoming.part', `${folder}/placed.rfa`),
  'place in a folder to be made': (disk, folder) => disk.place('incoming.part', `${folder}/made/below/placed.rfa`),
  'place from there': (disk, folder) => disk.place(`${folder}/pump.rfa`, 'placed.rfa'),
  keepCopy: (disk, folder) => disk.keepCopy('incoming.part', `${folder}/kept.rfa`),
  remove: (disk, folder) => disk.remove(`${folder}/pump.rfa`),
  removeEmptyFolder: (disk, folder) => disk.removeEmptyFolder(`${folder}/empty`),
};

async function readAll(disk: Library, path: string): Promise<number> {
  let sizeBytes = 0;
  for await (const chunk of disk.read(path).bytes) sizeBytes += chunk.length;
  return sizeBytes;
}

const reads: Readonly<Record<string, (disk: Library, folder: string) => Promise<unknown>>> = {
  hash: (disk, folder) => disk.hash(`${folder}/pump.rfa`),
  readText: (disk, folder) => disk.readText(`${folder}/pump.rfa`),
  inspect: (disk, folder) => disk.inspect(`${folder}/pump.rfa`, (file) => file.read(0, 3)),
  list: (disk, folder) => disk.list(folder),
  read: (disk, folder) => readAll(disk, `${folder}/pump.rfa`),
  'read of a large file': (disk, folder) => readAll(disk, `${folder}/large.rfa`),
};

/** What is outside, as a text to compare. */
function seenOutside(): string {
  return readdirSync(outside, { recursive: true })
    .map(String)
    .sort()
    .map((name) => (name.includes('.') ? `${name}: ${readFileSync(join(outside, name), 'utf8').slice(0, 9)}` : name))
    .join('\n');
}

function fillOutside(): void {
  for (const name of ['pump.rfa', 'large.rfa', 'incoming.part']) {
    writeFileSync(join(outside, name), name === 'large.rfa' ? 'x'.repeat(1_500_000) : 'theirs');
  }
  mkdirSync(join(outside, 'empty'), { recursive: true });
}

describe.each(systems)('a link in the place of a folder, on %s', (_name, differences) => {
  const disk = (): Library => createDisk({ ...thisDiskSystem, ...differences }).library(root);

  beforeEach(() => {
    fillOutside();
    linkFolder(outside, at('sub'));
    write('incoming.part', 'incoming');
    write('mine.rfa', 'mine');
  });

  it.each(Object.entries(writes))('lets nothing through: %s', async (_what, act) => {
    const before = seenOutside();
    await expect(act(disk(), 'sub')).rejects.toMatchObject({
      code: 'link-in-library',
      detail: 'sub is a link, and links are not followed.',
    });
    expect(seenOutside()).toBe(before);
    expect(readFileSync(at('mine.rfa'), 'utf8')).toBe('mine');
    expect(readdirSync(root).sort()).toEqual(['incoming.part', 'mine.rfa', 'sub']);
  });

  it.each(Object.entries(reads))('shows nothing of what is behind it: %s', async (_what, act) => {
    await expect(act(disk(), 'sub')).rejects.toMatchObject({ code: 'link-in-library' });
  });

  it('lets no marker and no backup out where the app’s own folder is one', async () => {
    linkFolder(outside, at('.cadlibrary'));
    const before = seenOutside();
    await expect(disk().writeText('.cadlibrary/library.json', '{}')).rejects.toMatchObject({ code: 'link-in-library' });
    await expect(disk().keepCopy('mine.rfa', '.cadlibrary/backup/now/mine.rfa')).rejects.toMatchObject({
      code: 'link-in-library',
    });
    expect(seenOutside()).toBe(before);
  });

  it('is told from a file in the place of the folder of backups, which is named', async () => {
    write('.cadlibrary/backup', 'a file');
    await expect(disk().keepCopy('mine.rfa', '.cadlibrary/backup/now/mine.rfa')).rejects.toMatchObject({
      code: 'no-folder',
      detail: '.cadlibrary/backup is no folder.',
    });
    // What could not be put there needs no clearing away.
    await disk().remove('.cadlibrary/backup/now/mine.rfa');
    expect(readFileSync(at('.cadlibrary/backup'), 'utf8')).toBe('a file');
  });

  it('is refused also where it leads to another folder of the library, or to nothing', async () => {
    mkdirSync(at('real'));
    linkFolder(at('real'), at('alias'));
    linkFolder(join(base, 'nowhere'), at('dangling'));
    for (const folder of ['alias', 'dangling']) {
      await expect(disk().writeText(`${folder}/note.json`, '{}')).rejects.toMatchObject({ code: 'link-in-library' });
    }
    expect(readdirSync(at('real'))).toEqual([]);
    expect(existsSync(join(base, 'nowhere'))).toBe(false);
  });
});

describe('a link in the place of a file', () => {
  const disk = (): Library => createDisk().library(root);

  it('is neither read nor replaced, nor is what it leads to', async () => {
    writeFileSync(join(outside, 'secret.rfa'), 'secret');
    symlinkSync(join(outside, 'secret.rfa'), at('link.rfa'));
    write('incoming.part', 'incoming');
    await expect(disk().hash('link.rfa')).rejects.toMatchObject({ code: 'link-in-library' });
    await expect(disk().readText('link.rfa')).rejects.toMatchObject({ code: 'link-in-library' });
    await expect(disk().replace('incoming.part', 'link.rfa')).rejects.toMatchObject({ code: 'link-in-library' });
    await expect(disk().writeText('link.rfa', 'x')).rejects.toMatchObject({ code: 'link-in-library' });
    await expect(disk().receive('link.rfa', chunks('x'), { startAt: 1 })).rejects.toMatchObject({
      code: 'link-in-library',
    });
    expect(readFileSync(join(outside, 'secret.rfa'), 'utf8')).toBe('secret');
    expect(readdirSync(root).sort()).toEqual(['incoming.part', 'link.rfa']);
  });
});

describe('the root of a library', () => {
  it('may have been reached through a link when it was named', async () => {
    linkFolder(root, join(base, 'alias'));
    const { canonicalFolder, library } = createDisk();
    const named = (await canonicalFolder(join(base, 'alias'))) ?? '';
    await library(named).writeText('note.json', '{}');
    expect(readdirSync(root)).toEqual(['note.json']);
  });

  it.each(systems)('that becomes one later counts as not there, on %s', async (_name, differences) => {
    const disk = createDisk({ ...thisDiskSystem, ...differences }).library(root);
    await disk.writeText('.cadlibrary/library.json', '{"libraryId":"1"}');
    renameSync(root, join(base, 'moved'));
    linkFolder(join(base, 'moved'), root);
    const missing = { code: 'library-missing' };
    await expect(disk.list('')).rejects.toMatchObject(missing);
    await expect(disk.readText('.cadlibrary/library.json')).rejects.toMatchObject(missing);
    await expect(disk.writeText('note.json', '{}')).rejects.toMatchObject(missing);
    expect(readdirSync(join(base, 'moved'))).toEqual(['.cadlibrary']);
  });

  it('that is reached through a link above it later counts as not there too', async () => {
    mkdirSync(join(base, 'above', 'library'), { recursive: true });
    const disk = createDisk().library(join(base, 'above', 'library'));
    renameSync(join(base, 'above'), join(base, 'moved'));
    linkFolder(join(base, 'moved'), join(base, 'above'));
    await expect(disk.writeText('note.json', '{}')).rejects.toMatchObject({ code: 'library-missing' });
    await expect(disk.list('')).rejects.toMatchObject({ code: 'library-missing' });
  });
});

describe('a link that takes the place of a folder while something is written', () => {
  const rounds = 100;

  /** Has the folder `sub` become a link at the call to the system that comes last, and real again afterwards. */
  function swapping() {
    let isSwapped = false;
    const swap = (): void => {
      renameSync(at('sub'), at('aside'));
      linkFolder(outside, at('sub'));
      isSwapped = true;
    };
    const system: DiskSystem = {
      ...thisDiskSystem,
      rename: (from, to) => (swap(), thisDiskSystem.rename(from, to)),
      link: (from, to) => (swap(), thisDiskSystem.link(from, to)),
    };
    const putRight = (): void => {
      if (!isSwapped) return;
      unlinkSync(at('sub'));
      renameSync(at('aside'), at('sub'));
      isSwapped = false;
    };
    return { disk: createDisk(system).library(root), putRight };
  }

  // Elsewhere Node has no way to name a file within an open folder; what is promised there is below.
  it.runIf(thisDiskSystem.openedFolder !== undefined)(
    'never lets it out: it lands in the folder that was proven',
    async () => {
      const { disk, putRight } = swapping();
      mkdirSync(at('sub'));
      for (let round = 0; round < rounds; round += 1) {
        await disk.writeText('sub/note.json', String(round));
        putRight();
        await disk.receive('sub/new.part', chunks(String(round)));
        await disk.place('sub/new.part', `sub/${round}.rfa`);
        putRight();
        await disk.keepCopy(`sub/${round}.rfa`, `sub/kept-${round}.rfa`);
        putRight();
        await disk.receive('sub/new.part', chunks(`again ${round}`));
        await disk.replace('sub/new.part', `sub/${round}.rfa`);
        putRight();
        expect(seenOutside()).toBe('');
        expect(readFileSync(at('sub/note.json'), 'utf8')).toBe(String(round));
        expect(readFileSync(at(`sub/${round}.rfa`), 'utf8')).toBe(`again ${round}`);
        expect(readFileSync(at(`sub/kept-${round}.rfa`), 'utf8')).toBe(String(round));
      }
    },
  );

  it('is found by the last look where names are reached by their paths', async () => {
    for (let round = 0; round < rounds; round += 1) {
      mkdirSync(at('sub'));
      write('sub/pump.rfa', 'mine');
      write('incoming.part', 'theirs');
      const system: DiskSystem = {
        ...thisDiskSystem,
        openedFolder: undefined,
        // After the folder was looked at for the first time, before anything is put in place.
        async outsideToKeep(path) {
          const found = await thisDiskSystem.outsideToKeep(path);
          if (existsSync(at('aside'))) return found;
          renameSync(at('sub'), at('aside'));
          linkFolder(outside, at('sub'));
          writeFileSync(join(outside, 'pump.rfa'), 'not ours');
          return found;
        },
      };
      const disk = createDisk(system).library(root);
      const act = round % 2 === 0 ? disk.replace('incoming.part', 'sub/pump.rfa') : disk.writeText('sub/pump.rfa', 'x');
      await expect(act).rejects.toMatchObject({ code: 'link-in-library' });
      expect(readFileSync(join(outside, 'pump.rfa'), 'utf8')).toBe('not ours');
      unlinkSync(at('sub'));
      expect(readFileSync(at('aside/pump.rfa'), 'utf8')).toBe('mine');
      rmSync(at('aside'), { recursive: true });
    }
  });

  it.runIf(thisDiskSystem.openedFolder !== undefined)('never has anything of the other side read', async () => {
    write('sub/pump.rfa', 'mine');
    fillOutside();
    const disk = createDisk().library(root);
    let stop = false;
    const swapper = (async () => {
      while (!stop) {
        renameSync(at('sub'), at('aside'));
        linkFolder(outside, at('sub'));
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(at('sub'));
        renameSync(at('aside'), at('sub'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const seen = new Set<string | undefined>();
    for (let round = 0; round < rounds * 8; round += 1) {
      await disk.readText('sub/pump.rfa').then(
        (text) => seen.add(text),
        (error: { readonly code: string }) => seen.add(error.code),
      );
    }
    stop = true;
    await swapper;
    expect(
      [...seen].filter((one) => one !== undefined && !['mine', 'link-in-library', 'file-vanished'].includes(one)),
    ).toEqual([]);
    expect(seen).toContain('mine');
  });
});

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  it('is told as what it is, and never opened: a pipe would wait for ever', async () => {
    execFileSync('mkfifo', [at('pipe.rfa')]);
    const server = createServer().listen(at('socket.rfa'));
    await new Promise((resolve) => server.once('listening', resolve));
    const disk = createDisk().library(root);
    const kinds = await disk.list('');
    expect(kinds?.map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ['pipe.rfa', 'pipe'],
      ['socket.rfa', 'socket'],
    ]);
    expect(await createDisk().library('/dev').stat('null')).toMatchObject({ kind: 'device' });
    await expect(disk.hash('pipe.rfa')).rejects.toMatchObject({ code: 'file-unreadable', detail: 'It is no file.' });
    await expect(disk.readText('pipe.rfa')).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(disk.hash('socket.rfa')).rejects.toThrow();
    await new Promise((resolve) => server.close(resolve));
  });
});
