import { chmodSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { putNew, thisPlacingSystem, type PlacingSystem } from '../../../electron/platform/put-new.ts';
import { watchFlushing } from '../../fakes/watch-flushing.ts';
import { watchReading } from '../../fakes/watch-reading.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-put-')));
  writeFileSync(at('incoming.part'), 'theirs');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

const system = (more: Partial<PlacingSystem>): PlacingSystem => ({
  platform: 'linux',
  link,
  rename,
  outsideToKeep: async () => undefined,
  wait: async () => undefined,
  ...more,
});

const withoutLinks = { link: refuse('EPERM') };

/** A disk without links that holds `from` on another drive: only what is on its own is renamed. */
const acrossDrives = {
  ...withoutLinks,
  rename: (from: string, to: string) => (from.includes('incoming') ? refuse('EXDEV')() : rename(from, to)),
};

describe('putting a file where none stands', () => {
  it.each([
    ['by a second name', {}, true],
    ['by a rename, on a disk without links', withoutLinks, false],
    ['by a copy beside the place, from another drive', acrossDrives, true],
  ])('is done %s', async (_how, differences, isStillThere) => {
    expect(await putNew(at('incoming.part'), at('pump.rfa'), system(differences))).toBe(isStillThere);
    expect(text('pump.rfa')).toBe('theirs');
    expect(readdirSync(folder)).toEqual([...(isStillThere ? ['incoming.part'] : []), 'pump.rfa']);
  });

  it.each([
    ['by a second name', {}],
    ['by a rename', withoutLinks],
    ['by a copy', acrossDrives],
  ])('is refused where one stands, and both stay: %s', async (_how, differences) => {
    writeFileSync(at('pump.rfa'), 'mine');
    const putting = putNew(at('incoming.part'), at('pump.rfa'), system(differences));
    await expect(putting).rejects.toMatchObject({ code: 'target-occupied' });
    expect([text('pump.rfa'), text('incoming.part')]).toEqual(['mine', 'theirs']);
    expect(readdirSync(folder)).toEqual(['incoming.part', 'pump.rfa']);
  });

  it('from another drive names no copy before its bytes are on the disk', async () => {
    const flushes = await watchFlushing();
    const named: boolean[] = [];
    const noting = async (from: string, to: string): Promise<void> => {
      if (!from.includes('incoming')) named.push(flushes.hasBytesOf(from));
      await acrossDrives.rename(from, to);
    };
    await putNew(at('incoming.part'), at('pump.rfa'), system({ ...acrossDrives, rename: noting }));
    expect(named).toEqual([true]);
  });

  it('leaves no half copy where the disk fails', async () => {
    const failing = { ...withoutLinks, rename: refuse('EXDEV') };
    await expect(putNew(at('incoming.part'), at('pump.rfa'), system(failing))).rejects.toMatchObject({ code: 'EXDEV' });
    expect(readdirSync(folder)).toEqual(['incoming.part']);
  });

  it('looks again before each try while Windows has it wait', async () => {
    const waiting = {
      ...withoutLinks,
      platform: 'win32' as const,
      rename: refuse('EBUSY'),
      wait: async () => writeFileSync(at('pump.rfa'), 'mine'),
    };
    const putting = putNew(at('incoming.part'), at('pump.rfa'), system(waiting));
    await expect(putting).rejects.toMatchObject({ code: 'target-occupied' });
    expect(text('pump.rfa')).toBe('mine');
  });
});

describe('a program that reads all the time', () => {
  const long = (letter: string): string => letter.repeat(3_000_000);

  it('sees the old file or the new one, never a part, while one replaces another', async () => {
    const disk = createDisk().library(folder);
    writeFileSync(at('pump.rfa'), long('a'));
    const reading = await watchReading(at('pump.rfa'), 3_000_000);
    for (const letter of 'bcdefghijkl') {
      writeFileSync(at('incoming.part'), long(letter));
      await disk.replace('incoming.part', 'pump.rfa');
    }
    const { wholes, absences, parts } = await reading.stop();
    expect({ absences, parts }).toEqual({ absences: 0, parts: [] });
    expect(wholes).toBeGreaterThan(0);
  });

  it.each([
    ['by a second name', {}],
    ['by a rename', withoutLinks],
    ['by a copy', acrossDrives],
  ])('sees no file or a whole one while one is put there %s', async (_how, differences) => {
    const reading = await watchReading(at('pump.rfa'), 3_000_000);
    for (const letter of 'bcdefghijkl') {
      writeFileSync(at('incoming.part'), long(letter));
      await putNew(at('incoming.part'), at('pump.rfa'), system(differences));
      await reading.until('whole');
      rmSync(at('pump.rfa'));
      rmSync(at('incoming.part'), { force: true });
      await reading.until('absence');
    }
    const { wholes, absences, parts } = await reading.stop();
    expect(parts).toEqual([]);
    expect(wholes).toBeGreaterThan(10);
    expect(absences).toBeGreaterThan(10);
  });
});

describe('a place that a file marked read-only takes at the last moment', () => {
  it('is occupied, on a disk without links too', async () => {
    writeFileSync(at('incoming.part'), 'theirs');
    writeFileSync(at('pump.rfa'), 'mine');
    chmodSync(at('pump.rfa'), 0o444);
    const put = putNew(at('incoming.part'), at('pump.rfa'), { ...thisPlacingSystem, ...withoutLinks });
    await expect(put).rejects.toMatchObject({ code: 'target-occupied' });
    expect(text('pump.rfa')).toBe('mine');
  });
});
