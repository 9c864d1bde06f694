import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { askAboutFolder, isOfOtherThings, lookLimits } from '../../../../electron/engine/person/folder-question.ts';
import { createDisk } from '../../../../electron/platform/disk.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, type FakeDisk } from '../../../fakes/engine/disk.ts';
import { temporaryFolder } from '../../imports/product-files.ts';

const clock = createFakeClock();
const limits = { ...lookLimits, askFromOthers: 10 };
let disk: FakeDisk;
beforeEach(() => {
  disk = createFakeDisk(clock);
});

const ask = (folder = '/work/library', bounds = limits) => {
  const folders = { platform: 'linux', home: '/home/me', system: [], own: [] };
  return askAboutFolder(
    { disk: disk.port, clock, computer: { name: 'DRAWING-07', startedMs: () => 0, folders } },
    folder,
    bounds,
  );
};
const fill = (folder: string, count: number, extension: string): void => {
  for (let n = 0; n < count; n += 1) disk.write(`${folder}/${n}.${extension}`, 'bytes');
};

describe('a folder that is to become a library', () => {
  it('is not asked about when it is empty, small, or one of drawings', async () => {
    expect(await ask()).toBeUndefined();
    fill('letters', 9, 'docx');
    expect(await ask()).toBeUndefined();
    fill('drawings', 5, 'rfa');
    fill('pictures', 20, 'png');
    expect(await ask()).toBeUndefined();
  });

  it('is asked about when much in it is no drawing, with what was counted', async () => {
    fill('downloads/old', 30, 'zip');
    fill('downloads', 2, 'rfa');
    expect(await ask()).toEqual({ isShareRoot: false, drawings: 2, others: 30, isAll: true });
  });

  it('does not count what programs, drives and this app leave beside drawings', async () => {
    fill('.cadlibrary/backup', 30, 'zip');
    fill('temporary', 30, 'tmp');
    fill('Revit_temp', 30, 'zip');
    fill('#recycle', 30, 'zip');
    expect(await ask()).toBeUndefined();
  });

  it('is asked about when it is all of a share', async () => {
    fill('drawings', 1, 'rfa');
    expect(await ask('/mnt/office')).toEqual({ isShareRoot: true, drawings: 1, others: 0, isAll: true });
  });

  it('is looked into no further than a bound, and that is said', async () => {
    for (let n = 0; n < 50; n += 1) fill(`folder ${n}`, 10, 'txt');
    const question = await ask('/work/library', { ...limits, mostEntries: 100 });
    expect(question).toMatchObject({ isAll: false });
    expect(question?.others).toBeLessThan(120);
  });

  it('is looked into no longer than a bound', async () => {
    for (let n = 0; n < 5; n += 1) fill(`folder ${n}`, 10, 'txt');
    disk.on('list', 'folder 3', async () => {
      await clock.advance(limits.mostMs);
      return new Promise(() => undefined);
    });
    expect(await ask()).toEqual({ isShareRoot: false, drawings: 0, others: 30, isAll: false });
  });

  it('is looked into as far as it can be', async () => {
    fill('downloads', 30, 'zip');
    fill('private', 30, 'zip');
    disk.fail('list', 'private', 'folder-unreadable', 1);
    expect(await ask()).toMatchObject({ others: 30, isAll: true });
  });
});

describe('a folder that shares files with the library of another app or command', () => {
  const askReally = (folder: string) =>
    askAboutFolder(
      {
        disk: createDisk(),
        clock,
        computer: {
          name: 'DRAWING-07',
          startedMs: () => 0,
          folders: { platform: process.platform, home: '/home/me', system: [], own: [] },
        },
      },
      folder,
    );
  let root: string;
  beforeEach(() => {
    root = realpathSync(temporaryFolder());
    mkdirSync(join(root, 'office', 'library', 'valves', 'brass'), { recursive: true });
    mkdirSync(join(root, 'office', 'library', '.cadlibrary'));
    writeFileSync(join(root, 'office', 'library', '.cadlibrary', 'library.json'), '{"libraryId":"theirs"}');
  });

  it('is asked about when it lies in it', async () => {
    const library = join(root, 'office', 'library');
    expect(await askReally(join(library, 'valves', 'brass'))).toMatchObject({
      otherLibrary: { root: library, isAbove: true },
    });
  });

  it('is asked about when that lies in it', async () => {
    expect(await askReally(root)).toMatchObject({
      otherLibrary: { root: join(root, 'office', 'library'), isAbove: false },
    });
  });

  it('is not asked about when it lies beside it', async () => {
    mkdirSync(join(root, 'office', 'other'));
    expect(await askReally(join(root, 'office', 'other'))).toBeUndefined();
  });
});

it('a thousand other files are asked about, unless a tenth of all files are drawings', () => {
  expect(isOfOtherThings({ drawings: 0, others: 999 }, lookLimits)).toBe(false);
  expect(isOfOtherThings({ drawings: 0, others: 1_000 }, lookLimits)).toBe(true);
  expect(isOfOtherThings({ drawings: 112, others: 1_000 }, lookLimits)).toBe(false);
});
