import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { service, syncOnce } from './sync-once.ts';
import { drawingPath, workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');

test('a library that is removed while its links file is gone leaves the links to whoever adds the folder again', async () => {
  const { environment } = await service();
  const first = workplace(environment, { [drawingPath]: drawing });
  await first.sync();
  // For whom neutral files are AutoCAD's: what comes for Revit has a link that says so.
  const { state, library, run } = workplace(environment, {});
  mkdirSync(library);
  const programs = ['--application', 'AutoCAD 2025', '--application', 'Revit 2025'];
  const sync = () => syncOnce(library, state, environment, programs);
  expect((await sync()).summary).toMatchObject({ downloaded: 1 });
  rmSync(join(library, '.cadlibrary.json'));
  await sync();
  await run('library', 'remove', library);
  expect.soft(existsSync(join(library, '.cadlibrary.json'))).toBe(true);
  // Under AutoCAD/2025/EC011022/7/MC000101/2/Template, which nobody meant.
  expect.soft((await sync()).summary).toMatchObject({ uploaded: 0 });
});
