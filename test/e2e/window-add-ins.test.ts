import { expect, onTestFinished, test } from 'vitest';
import { openPage } from './kept-pages.ts';
import { openWindow } from './open-window.ts';

test('credentials that another page replaced, and a door that it shut, are shown no more', async () => {
  const { page, engine } = await openWindow('everyday', '#/settings?section=addIns');
  const other = await openPage();
  onTestFinished(() => other.context().close());
  await other.goto(`${engine.url}#/settings?section=addIns`);
  const onceShown = 'Enter these in the add-in now';
  const address = `http://127.0.0.1:${engine.state.addIns.port}`;

  await page.getByText('On', { exact: true }).click();
  await page.getByText(onceShown).waitFor();
  await other.getByText(address).waitFor();
  await other.getByRole('button', { name: 'Make new credentials' }).click();
  await other.getByText(onceShown).waitFor();
  await page.getByText(onceShown).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make new credentials' }).waitFor();

  await other.getByText('Off', { exact: true }).click();
  await page.getByText(address).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('radio', { name: 'Off' }).isChecked()).toBe(true);
});
