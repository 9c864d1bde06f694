import type { FileChooser, Page } from 'playwright-core';
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

/**
 * The dialog for files that opens on what is done then. That dialogs are to be caught is told to the page on another way
 * than keys and the pointer: a busy page may take a key first, and open a dialog that nobody sees. What the page answers
 * after that it has been told.
 */
export async function fileDialogOf(page: Page, opening: () => Promise<void>): Promise<FileChooser> {
  const dialog = page.waitForEvent('filechooser');
  await page.evaluate('0');
  const [opened] = await Promise.all([dialog, opening()]);
  return opened;
}

const whatStandsThere = `[
  location.hash,
  'focus: ' + document.activeElement?.outerHTML.slice(0, 200),
  'dialogs: ' + document.querySelectorAll('dialog[open]').length,
  document.body.innerText.slice(0, 600),
].join('\\n')`;
