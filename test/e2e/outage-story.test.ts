import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { sampleDrawing } from '../processes/samples.ts';
import { stoppableService } from '../processes/stoppable-service.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { readZip } from '../unit/service/exports/read-zip.ts';
import { addLibrary, connect, field, lookUp, saveSelection, show } from './at-the-window.ts';
import { openWindow, startApp } from './open-app.ts';

const [product] = makeDemoCatalogue().products;
const { etimClassCode = '', etimClassVersion, modellingClassCode = '', modellingClassVersion } = product ?? {};
/** The flange is of the classes of a product, so that exports of that have it. */
const flange = {
  folder: `${etimClassCode}_v${etimClassVersion}`,
  below: `${modellingClassCode}_v${modellingClassVersion}`,
};
const door = { folder: 'EC010108_v2', below: 'MC000777_v1' };
const keyOf = ({ folder, below }: typeof door): string =>
  `Revit/2025/${folder.replace('_v', '/')}/${below.replace('_v', '/')}/Template`;
const comment = 'Made while the service was away';

/** Where pictures of each state go, if anybody wants them. */
const picturesDir = process.env['STORY_PICTURES'];
async function picture(page: Page, name: string): Promise<void> {
  if (picturesDir === undefined) return;
  mkdirSync(picturesDir, { recursive: true });
  await page.screenshot({ path: join(picturesDir, `${name}.png`) });
}

const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) });

/** Exports a selection that nobody looked at since the service went. */
async function exportBoth(page: Page, name: string): Promise<void> {
  const notices = page.getByRole('status', { name: 'Notices' });
  await show(page, '#/exports');
  await page.getByRole('link', { name }).click();
  const sheet = page.getByRole('article');
  await sheet.getByRole('button', { name: 'Export table' }).click();
  await notices.getByText(`Saved ${name}.csv`).waitFor();
  await notices.getByText(/^as of today \d\d:\d\d$/).waitFor();
  await sheet.getByRole('combobox', { name: 'CAD program' }).fill('Revit 2025');
  await sheet.getByRole('button', { name: 'Export ZIP' }).click();
  await notices.getByText(`${name}.zip waits for the service`).waitFor();
}

test('a service that is stopped while a designer looks up, edits, publishes and exports gets everything once, in order', async () => {
  const service = await stoppableService({ demo: true });
  const home = temporaryFolder();
  const { address } = await startApp(temporaryFolder(), { HOME: home, USERPROFILE: home });
  const page = await openWindow(address);
  const folder = join(temporaryFolder(), 'library');
  const save = (of: typeof door, name: string, sample: string): void => {
    const classes = join(folder, of.folder, of.below);
    mkdirSync(classes, { recursive: true });
    writeFileSync(join(classes, name), sampleDrawing(sample));
  };
  save(flange, 'Flange.step', 'step/Simple door.step');
  await connect(page, service.baseUrl);
  await addLibrary(page, folder);
  const gtin = product?.gtins[0] ?? '';
  const found = page.getByRole('heading', { name: product?.names['en'] ?? '' });
  await lookUp(page, gtin);
  await found.waitFor();
  await saveSelection(page, 'Plant room');
  await show(page, '#/library');
  await option(page, 'Flange').getByText('Draft').waitFor();
  await picture(page, '1 in step');

  await service.stop();
  await lookUp(page, gtin);
  await found.waitFor();
  await page.getByText(/^as of today \d\d:\d\d$/).waitFor();
  // What the window says of the whole does not wait for the next look of what syncs.
  await page
    .getByText(/^The service does not answer/)
    .first()
    .waitFor({ timeout: 5_000 });
  await picture(page, '2 looked up without the service');

  save(flange, 'Flange.step', 'step/DN15_Stamped_Flange.step');
  save(door, 'Door.step', 'step/Simple door.step');
  await show(page, '#/library');
  await option(page, 'Door').getByText('Waiting').waitFor();
  await option(page, 'Flange').getByText('Waiting').waitFor();
  await option(page, 'Flange').click();
  await page.getByRole('heading', { name: 'Flange' }).waitFor();
  await field(page, 'What changed').fill(comment);
  await page
    .getByRole('region', { name: 'Details of the file' })
    .getByRole('button', { name: 'Send and publish' })
    .click();
  await option(page, 'Flange').getByText('Release queued').waitFor();
  await picture(page, '3 edited and to be published');
  await exportBoth(page, 'Plant room');
  await picture(page, '3b exported from what is known, and to be exported');
  await show(page, '#/activity');
  await page
    .getByText(/The service does not answer/)
    .first()
    .waitFor();
  await picture(page, '4 what waits');

  // What is said goes by itself, and may be said as soon as the service is there.
  const isSaid = page.getByRole('status', { name: 'Notices' }).getByText('Flange.step: published as 1.0').waitFor();
  await Promise.all([service.startAgain(), isSaid]);
  await show(page, '#/library');
  await option(page, 'Door').getByText('Draft').waitFor();
  await page.getByRole('status', { name: 'Notices' }).getByText('Saved Plant room.zip').waitFor();
  const downloads = join(home, 'Downloads');
  await expect.poll(() => readdirSync(downloads).sort()).toEqual(['Plant room.csv', 'Plant room.zip']);
  // What was published before the export is in it.
  const entries = readZip(readFileSync(join(downloads, 'Plant room.zip')));
  expect([...entries.values()]).toContain(sampleDrawing('step/DN15_Stamped_Flange.step').toString());
  await picture(page, '5 everything arrived');
  const historyOf = async (of: typeof door) => {
    const answer = await service.getJson(`/api/v1/Versions/${keyOf(of)}?LanguageCode=&MajorVersion=&MinorVersion=`);
    const { versions } = answer as { versions: { major: number; minor: number; comments?: string }[] };
    return versions.map(({ major, minor, comments }) => `${major}.${minor} ${comments ?? ''}`.trim());
  };
  expect(await historyOf(flange)).toEqual([`1.0 ${comment}`, expect.stringMatching(/^0\.2/), '0.1']);
  expect(await historyOf(door)).toEqual(['0.1']);
});
