import { expect, test } from 'vitest';
import { openWindow } from './open-window.ts';

test('what a setting of a library would leave unsent is asked in sight, and nothing else moves', async () => {
  const { page } = await openWindow('everyday', '#/settings');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  const form = page.getByRole('group', { name: /^Settings: / });
  await form.getByLabel('Direction').selectOption('downOnly');
  const question = page.getByRole('alert').filter({ hasText: 'Change it anyway' });
  await expect
    .poll(async () => {
      const box = await question.boundingBox();
      // What lies on the edge may begin a part of a pixel beyond it.
      return box !== null && box.y >= -1 && box.y + box.height <= 801;
    })
    .toBe(true);
  await expect.poll(() => page.evaluate('document.scrollingElement.scrollTop')).toBe(0);
  const title = await page.getByText('CAD Library Sync', { exact: true }).first().boundingBox();
  expect(title?.y).toBeGreaterThanOrEqual(0);
});
