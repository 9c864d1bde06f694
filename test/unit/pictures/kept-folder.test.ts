import { readdirSync, statSync, utimesSync } from 'node:fs';
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
