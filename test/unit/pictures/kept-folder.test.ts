import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeptFolder } from '../../../electron/pictures/kept-folder.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const ahead = new Date('2099-01-01');
const numbers = Array.from({ length: 20 }, (_, number) => number);

it('what was used while the clock was ahead goes before what is kept since it is right', () => {
  const folder = temporaryFolder();
  const kept = openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 1 });
  for (const number of numbers.slice(0, 9)) kept.keep(`old ${number}`, 0, new Uint8Array(1_000));
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), ahead, ahead);
  for (const number of numbers.slice(0, 8)) kept.keep(`new ${number}`, 0, new Uint8Array(1_000));
  expect(readdirSync(folder).filter((name) => name.startsWith('new'))).toHaveLength(8);
});

it('what is used again is dated anew, also where the clock was ahead before', () => {
  const folder = temporaryFolder();
  const kept = openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 1 });
  kept.keep('picture', 0, new Uint8Array(1_000));
  utimesSync(join(folder, 'picture'), ahead, ahead);
  expect(kept.find('picture')).toBeDefined();
  expect(statSync(join(folder, 'picture')).mtimeMs).toBeLessThan(ahead.getTime());
});

it('what was damaged is not found, whichever byte of it is another', () => {
  const folder = temporaryFolder();
  const kept = openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 1 });
  kept.keep('picture', 7, Buffer.from('bytes'));
  const whole = readFileSync(join(folder, 'picture'));
  expect(kept.find('picture')).toEqual({ kind: 7, bytes: Buffer.from('bytes') });
  // The first byte is the kind, which its keeper knows.
  for (let at = 1; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(join(folder, 'picture'), damaged);
    expect(kept.find('picture'), `byte ${at}`).toBeUndefined();
  }
  writeFileSync(join(folder, 'picture'), whole.subarray(0, -1));
  expect(kept.find('picture')).toBeUndefined();
});

it('what other makers made is not found', () => {
  const folder = temporaryFolder();
  openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 1 }).keep('picture', 0, Buffer.from('bytes'));
  expect(openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 2 }).find('picture')).toBeUndefined();
});

it('of what cannot be kept nothing is left', () => {
  const folder = temporaryFolder();
  const kept = openKeptFolder({ folder, limitBytes: 10_000, makersVersion: 1 });
  mkdirSync(join(folder, 'picture', 'in the way'), { recursive: true });
  expect(() => kept.keep('picture', 0, Buffer.from('bytes'))).toThrow();
  expect(readdirSync(folder)).toEqual(['picture']);
});
