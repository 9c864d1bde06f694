import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWindow, startApp } from './open-app.ts';
import { fileDialogOf } from './shown-page.ts';
import { sampleDrawing } from '../processes/samples.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

test('a drawing that is added in the window lies in the library byte for byte, and becomes a draft of the class found by its name', async () => {
  const dataDir = temporaryFolder();
  const { address } = await startApp(dataDir);
  const page = await openWindow(address);
  await page.getByRole('button', { name: 'Try it now' }).click();
  await page.getByRole('status').getByText('1 file has no class yet').waitFor();

  const drawing = sampleDrawing('step/DN15_Stamped_Flange.step');
  const dialog = await fileDialogOf(page, () => page.getByRole('button', { name: 'Add files' }).click());
  const file = { name: 'Gestanste flens detail.step', mimeType: 'model/step', buffer: drawing };
  await dialog.setFiles([file]);

  const card = page.getByRole('region', { name: 'Adding files' });
  await card.getByRole('heading', { name: /^Added to / }).waitFor();
  const path = join(dataDir, 'demo library', file.name);
  expect(readFileSync(path).equals(drawing)).toBe(true);

  const etimClass = card.getByRole('combobox', { name: 'ETIM class' });
  await etimClass.fill('wastafel');
  await etimClass.press('Enter');
  await card.getByText(/^EC\d{6} v\d+$/).waitFor();
  await card.getByRole('combobox', { name: 'Modelling class' }).click();
  await card.getByRole('option').first().click();
  await card.getByRole('checkbox', { name: file.name }).waitFor();
  await card.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Assigned. The file has its classes now.').waitFor();

  await page.getByRole('searchbox').first().fill('Gestanste flens');
  await page
    .getByRole('option', { name: /Gestanste flens/ })
    .getByText('0.1')
    .waitFor();
  const links = JSON.parse(readFileSync(join(dataDir, 'demo library', '.cadlibrary.json'), 'utf8')) as {
    readonly files: Readonly<Record<string, unknown>>;
  };
  expect(links.files[file.name]).toMatchObject({ type: 'Detail' });

  await page.getByText('Added to').locator('..').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back: the file is in the backup folder.').waitFor();
  expect(existsSync(path)).toBe(false);
});
