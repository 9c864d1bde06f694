import { expect, test } from 'vitest';
import { runChaos } from '../simulator/chaos.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a sync that is killed again and again while its library is edited loses nothing and sends nothing twice', async () => {
  const { saves, versions } = await runChaos({ kills: 6, seed: 7, workFolder: temporaryFolder() });
  expect(saves).toBeGreaterThan(6);
  expect(versions).toBeGreaterThan(0);
});
