import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libraryWith, service, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const pump = 'EC011022_v7/MC000101_v2/pump.rfa';
const linksFile = '.cadlibrary.json';
const noLinks = '{"version":1,"files":{}}';

test('a run is not done while the library cannot be told what its files belong to, and says so', async () => {
  const { environment } = await service();
  await syncOnce(libraryWith({ [pump]: 'a pump' }), temporaryFolder(), environment);
  const [library, state] = [libraryWith({ [linksFile]: noLinks }), temporaryFolder()];
  chmodSync(join(library, linksFile), 0o444);
  // What is of no language needs its link in a library of one.
  const dutch = ['--application', 'Revit 2025', '--language', 'nl'];
  expect(await syncOnce(library, state, environment, dutch)).toMatchObject({
    exitCode: 2,
    summary: { downloaded: 1, linksProblem: { code: 'links-not-written' } },
  });
  expect(readFileSync(join(library, linksFile), 'utf8')).toBe(noLinks);

  chmodSync(join(library, linksFile), 0o644);
  const { exitCode, summary } = await syncOnce(library, state, environment, dutch);
  expect({ exitCode, summary }).toMatchObject({ exitCode: 0, summary: { downloaded: 0 } });
  expect(summary).not.toHaveProperty('linksProblem');
  expect(readFileSync(join(library, linksFile), 'utf8')).toContain(pump);
});
