import { expect, test } from 'vitest';
import { openWindow } from './open-window.ts';

test('the sections of Settings say which of them is in sight, however a person came there', async () => {
  const { page } = await openWindow('everyday', '#/settings');
  await page.setViewportSize({ width: 1280, height: 800 });
  const sections = page.getByRole('navigation', { name: 'Settings' });
  const current = () => sections.locator('[aria-current]').allTextContents();
  await expect.poll(current).toEqual(['Connection']);
  await page.getByRole('heading', { name: 'Connection', exact: true }).hover();
  const title = page.getByRole('heading', { name: 'Earlier copies', exact: true });
  // By hand, until its heading is at the upper edge: what comes in above it meanwhile moves it.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, (await title.boundingBox())?.y ?? 0);
      return current();
    })
    .toEqual(['Earlier copies']);
  for (const name of ['About', 'Diagnostics', 'Libraries']) {
    await sections.getByRole('link', { name }).click();
    await expect.poll(current).toEqual([name]);
  }
  await page.locator('#title-libraries').hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(current).toEqual(['Connection']);
});
