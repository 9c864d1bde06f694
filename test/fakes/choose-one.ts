import type { Locator, Page } from 'playwright-core';

/**
 * Chooses one of a few that are in sight. The button itself is a dot nobody sees: what is clicked is its label, once that
 * stands still.
 */
export async function chooseOne(page: Page, name: string | RegExp): Promise<void> {
  const option: Locator = page.getByRole('radio', { name, exact: true });
  await page.locator('label', { has: option }).click();
}
