import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { sampleDrawing } from '../processes/samples.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { makeDwg, makePng } from '../unit/cad/made-pictures.ts';
import { addLibrary, show } from './at-the-window.ts';
import { openWindow, startApp } from './open-app.ts';

test('files without a class, and of a program that the library is not for, show what they look like', async () => {
  const folder = join(temporaryFolder(), 'library');
  mkdirSync(folder);
  writeFileSync(join(folder, 'door.step'), sampleDrawing('step/Simple door.step'));
  writeFileSync(join(folder, 'radiator.dwg'), makeDwg([{ code: 6, bytes: makePng(60, 40) }]));
  const { address } = await startApp(temporaryFolder());
  const page = await openWindow(address);
  await addLibrary(page, folder);
  await show(page, '#/library');
  for (const name of ['door', 'radiator']) await page.getByRole('option', { name }).locator('img').waitFor();
});
