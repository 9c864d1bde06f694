import { expect, test } from 'vitest';
import { runChaos } from '../simulator/chaos.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('engines of two computers and their service, killed again and again while both edit, lose nothing and end equal', async () => {
  const { saves, versions } = await runChaos({ kills: 6, seed: 7, workFolder: temporaryFolder() });
  expect(saves).toBeGreaterThan(6);
  expect(versions).toBeGreaterThan(0);
}, 300_000);
