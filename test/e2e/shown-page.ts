import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/**
 * Waits until a page takes the keys that are pressed: a browser that is short of time shows a page before it hands the
 * first key on, and drops that key. A test that fails says where the keyboard was and what stood there.
 */
export async function untilKeysArrive(page: Page): Promise<void> {
  // What is registered last is run first: while the page is still there.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) console.error(await page.evaluate(whatStandsThere));
  });
  await page.evaluate(`addEventListener('keydown', () => (window.keysArrive = true), { capture: true, once: true })`);
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Shift');
        return page.evaluate('window.keysArrive');
      },
      { timeout: 10_000 },
    )
    .toBe(true);
}

const whatStandsThere = `[
  location.hash,
  'focus: ' + document.activeElement?.outerHTML.slice(0, 200),
  'dialogs: ' + document.querySelectorAll('dialog[open]').length,
  document.body.innerText.slice(0, 600),
].join('\\n')`;
