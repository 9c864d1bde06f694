import type { Page } from 'playwright-core';
import { serviceSecrets } from '../processes/service-process.ts';

/** What a person does at the window of the app. */

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const show = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`);

export async function connect(page: Page, baseUrl: string): Promise<void> {
  await show(page, '#/settings?section=connection');
  await field(page, 'Content service').fill(baseUrl);
  await field(page, 'Client id').fill(serviceSecrets.CADSYNC_CLIENT_ID);
  await field(page, 'Client secret').fill(serviceSecrets.CADSYNC_CLIENT_SECRET);
  await field(page, 'License code').fill(serviceSecrets.CADSYNC_LICENSE_CODE);
  await press(page, 'Save and test');
  await page.getByText('The service answers and accepts the client id and secret.').waitFor();
}

export async function addLibrary(page: Page, folder: string): Promise<void> {
  await show(page, '#/settings?section=libraries');
  await press(page, 'Add a library');
  await field(page, 'Folder').fill(folder);
  await field(page, 'Version').fill('2025');
  await press(page, 'Add');
  await page.getByText('was added').waitFor();
}

export async function lookUp(page: Page, gtin: string): Promise<void> {
  await show(page, '#/products');
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(gtin);
  await page.getByRole('button', { name: /^Look up/ }).click();
}

/** Saves what was looked up under a name. */
export async function saveSelection(page: Page, name: string): Promise<void> {
  await show(page, '#/exports');
  await field(page, 'Name').fill(name);
  await press(page, 'Save as selection');
  await page.getByRole('heading', { name }).waitFor();
}
