import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { runCommand } from '../processes/run-command.ts';
import type { RunningService } from '../processes/service-process.ts';
import { stoppableService } from '../processes/stoppable-service.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { connect, field, lookUp, press, saveSelection, show } from './at-the-window.ts';
import { openWindow, startApp } from './open-app.ts';

const [product] = makeDemoCatalogue().products;
const gtin = product?.gtins[0] ?? '';

const notices = (page: Page) => page.getByRole('status', { name: 'Notices' });

/** Said beside a list of which the service never told. */
const onlyWaiting = 'What the service has is not known yet. This is only what waits for it.';

/** Marks what is shown as BIM-ready, or takes the mark away, until it is known to wait. @returns the switch, and how it stood */
async function switchReady(page: Page): Promise<{ readonly isReady: Locator; readonly before: boolean }> {
  const isReady = page.getByRole('switch', { name: 'BIM-ready' });
  const before = await isReady.isChecked();
  await isReady.click();
  // The switch moves at once; it waits when that is told.
  await notices(page)
    .getByText(/BIM-ready.*\. It goes to the service as soon as that answers\.$/)
    .waitFor();
  await expect.poll(() => isReady.isChecked()).toBe(!before);
  return { isReady, before };
}

/** Everything that a person asks of the service beside files, each said to go there later. */
async function askForAll(page: Page): Promise<void> {
  await switchReady(page);
  await saveSelection(page, 'Plant room');
  await notices(page).getByText('Saved “Plant room”. It goes to the service as soon as that answers.').waitFor();
  await page.getByRole('link', { name: /^Plant room waits for the service$/ }).waitFor();

  await page.getByText('File naming standards').click();
  await field(page, 'New standard').fill('Office standard');
  await press(page, 'Add standard');
  await page.getByText('Office standard · waits for the service').waitFor();
  await page.getByText(onlyWaiting).waitFor();

  await show(page, '#/validation');
  await field(page, 'Project id').fill('tower');
  await press(page, 'New request');
  const form = page.getByRole('form', { name: 'New validation request' });
  await form.getByRole('textbox', { name: 'Ticket number' }).fill('42');
  await form.getByRole('button', { name: 'Request validation' }).click();
  await page.getByRole('article').getByText('Waits for the service').waitFor();
  await page.getByText(onlyWaiting).waitFor();
}

/** What the service has of it. */
async function standing(service: RunningService) {
  const standards = (await service.getJson('/api/v1/Standard/all')) as Readonly<Record<string, string>>;
  const found = (await service.getJson(`/api/v1/ProductDataGTIN/${gtin}`)) as { readonly bimReady?: boolean };
  const requests = await service.get('/api/v1/ValidationRequest/tower/42');
  return {
    standards: Object.values(standards),
    isReady: found.bimReady ?? false,
    tickets: requests.status === 200 ? (JSON.parse(requests.bytes.toString('utf8')) as unknown[]).length : 0,
  };
}

/** The window, connected to a service, with a product that it was asked for. */
async function lookedUp(address: string, { baseUrl }: RunningService): Promise<Page> {
  const page = await openWindow(address);
  await connect(page, baseUrl);
  await lookUp(page, gtin);
  await page.getByRole('heading', { name: product?.names['en'] ?? '' }).waitFor();
  return page;
}

test('what a person asks of the service while it is away waits, shows as waiting, and is done once when it is back', async () => {
  const service = await stoppableService({ demo: true });
  const { address } = await startApp(temporaryFolder());
  const page = await lookedUp(address, service);
  const before = await standing(service);
  await service.stop();

  await askForAll(page);
  await show(page, '#/activity');
  const waiting = page.getByRole('region', { name: /^Waits for the service/ });
  await expect.poll(() => waiting.getByRole('listitem').count()).toBe(5);
  const named = `${product?.names['en'] ?? ''} (${product?.productCode ?? ''})`;
  const titles = await waiting.locator('.title').allTextContents();
  expect(titles).toEqual([named, 'Plant room', 'Office standard', named, `tower · ${named}`]);

  await page.getByText('Nothing else is waiting').waitFor();
  await service.startAgain();
  await waiting.waitFor({ state: 'detached' });
  const after = await standing(service);
  expect(after.standards).toEqual([...before.standards, 'Office standard']);
  expect(after.isReady).toBe(!before.isReady);
  expect([before.tickets, after.tickets]).toEqual([0, 1]);

  await show(page, '#/exports');
  await page.getByRole('link', { name: /^Plant room filter \d+$/ }).click();
  await page.getByRole('article').getByText('1 product').first().waitFor();
});

test('what the service refuses when it is back is told, and nothing goes on saying that it waits', async () => {
  const service = await stoppableService({ demo: true });
  const { address } = await startApp(temporaryFolder());
  const page = await lookedUp(address, service);
  await service.stop();
  await saveSelection(page, 'Plant room');
  await page.getByRole('link', { name: /^Plant room waits for the service$/ }).waitFor();

  // A service at the same address that knows none of the products.
  await service.startAgain(temporaryFolder());
  // First what goes by itself.
  await notices(page)
    .getByText(/^The service refused what waited for it/)
    .waitFor();
  await page.getByRole('link', { name: /^Plant room refused by the service/ }).waitFor();
  await page.getByRole('heading', { name: 'Plant room' }).waitFor();
  const sheet = page.getByRole('article');
  await sheet.getByRole('combobox', { name: 'CAD program' }).fill('Revit 2025');
  await sheet.getByRole('button', { name: 'Export ZIP' }).click();
  await notices(page)
    .getByText(/^Plant room\.zip was not saved$/)
    .waitFor();
  await notices(page).getByText('The service did not find what was requested.').waitFor();

  await show(page, '#/activity');
  const refused = page.getByRole('region', { name: /^Refused by the service/ });
  await refused.getByRole('button', { name: 'Discard' }).click();
  await refused.getByRole('button', { name: 'Discard for good' }).click();
  await page.getByText('Nothing waits for its turn to be sent or fetched.').waitFor();
  await show(page, '#/exports');
  await page.getByRole('heading', { name: 'No saved selections yet' }).waitFor();
});

test('a product that is shown is looked up again when what was asked of it is given up', async () => {
  const service = await stoppableService({ demo: true });
  const dataDir = temporaryFolder();
  const { address } = await startApp(dataDir);
  const page = await lookedUp(address, service);
  await service.stop();
  const { isReady, before } = await switchReady(page);

  // It is refused in the moments in which it is tried.
  const discard = () => runCommand(['addins', 'discard', '1', '--state', dataDir], {});
  await expect.poll(discard).toMatchObject({ exitCode: 0 });
  await expect.poll(() => isReady.isChecked()).toBe(before);
});
