import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { wishChannel, type WindowWish } from '../../shared/rpc/window-wish.ts';
import { asDraft, exampleFiles } from '../fakes/window/file-rows.ts';
import { callsOf, openPalette, openWindow } from './open-window.ts';

const posted = (wish: WindowWish): string => `window.postMessage(${JSON.stringify({ kind: wishChannel, wish })}, '*')`;

describe('the keys of the window', () => {
  test('lead to its views, also from a field, and ask for a sync now', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByRole('searchbox').first().focus();
    await page.keyboard.press('Control+3');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/publish');
    await page.keyboard.press('Control+,');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/settings');
    await page.keyboard.press('F5');
    await expect.poll(() => engine.state.calls.map(({ name }) => name)).toContain('queue.retry');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to …' }).waitFor();
  });
});

describe('taking something back', () => {
  test('says so where there is nothing, and is offered only where there is', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-1');
    const undo = page.getByRole('option', { name: /^Undo what was done last/ });
    await page.keyboard.press('Control+z');
    await page.getByText('There is nothing to undo.').waitFor();
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Go to …' }).fill('undo');
    await page.getByText('Nothing found').waitFor();
    await expect.poll(() => undo.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page
      .getByRole('region', { name: 'Details of the file' })
      .getByRole('button', { name: /^Publish/ })
      .click();
    await page.getByText('Being published.').waitFor();
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Go to …' }).fill('undo');
    await undo.click();
    await page.getByText(/withdrawn/).waitFor();
  });
});

test('what was done is undone with the keyboard on a checkbox, and not on a field', async () => {
  const { page, engine } = await openWindow('quiet', '#/settings?section=libraries');
  const notices = page.getByRole('status', { name: 'Notices' });
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
  await notices.getByText('is paused').waitFor();
  await page.evaluate("location.hash = '#/publish'");
  const { state, publish } = engine;
  state.files = state.files.slice(0, 2).map(asDraft);
  publish({ kind: 'files', fileIds: state.files.map(({ fileId }) => fileId) });
  await page.getByRole('textbox', { name: 'What changed' }).press('Control+z');
  await page.getByRole('checkbox', { name: 'Select all' }).press('Control+z');
  await notices.getByText('is syncing again').waitFor();
  expect(callsOf(engine, 'libraries.saveSettings')).toHaveLength(2);
});

describe('going to something by its name', () => {
  test('goes to the file that was typed, however fast Enter follows', async () => {
    const { page } = await openWindow('everyday');
    const file = exampleFiles()[4];
    await openPalette(page);
    const field = page.getByRole('combobox', { name: 'Go to …' });
    await field.fill('panel');
    await page
      .getByRole('option', { name: /Panel radiator/ })
      .first()
      .waitFor();
    await field.fill(file?.name ?? '');
    await field.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe(`#/library?file=${file?.fileId}`);
  });

  test('presses nothing that had the keyboard before, also while Enter is held', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    await page.getByRole('button', { name: /^Publish \d/ }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to …' }).fill('dark');
    await page.keyboard.down('Enter');
    await expect.poll(() => engine.state.status.settings.theme).toBe('dark');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent.trim()')).toMatch(/^Publish \d/);
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('F5');
    await expect.poll(() => callsOf(engine, 'queue.retry')).toHaveLength(1);
    expect(callsOf(engine, 'publish.release')).toEqual([]);
  });
});

describe('a library', () => {
  test('is paused from its menu, says so, and is resumed by name', async () => {
    const { page, engine } = await openWindow('quiet');
    const isPaused = () => engine.state.status.libraries[0]?.settings.isPaused;
    const library = page.getByRole('link', { name: /^Revit 2025/ });
    await library.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('region', { name: 'You paused Revit 2025.' }).waitFor();
    await page.getByText('Paused: Revit 2025').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Revit 2025 is syncing again').waitFor();
    expect(isPaused()).toBe(false);
    for (const [typed, said, paused] of [
      ['pause revit', 'Revit 2025 is paused', true],
      ['resume revit', 'Revit 2025 is syncing again', false],
    ] as const) {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Go to …' }).fill(typed);
      await page.keyboard.press('Enter');
      await expect.poll(isPaused).toBe(paused);
      await page.getByRole('status').getByText(said).last().waitFor();
    }
  });
});

test('a release that failed is said to have failed beside the file, with its comment', async () => {
  const { page, engine } = await openWindow('everyday', '#/activity');
  const [file] = engine.state.files;
  const entry = engine.state.queue.find(
    ({ operation, state }) => operation === 'release' && state === 'needsAttention',
  );
  if (!file || !entry) throw new Error('The example has no release that failed.');
  engine.state.queue = [{ ...entry, key: file.key ?? '' }];
  await page.evaluate("location.hash = '#/library?file=file-1'");
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByText('This release failed.').waitFor();
  await details.getByText('“Second size”').waitFor();
});

describe('what the desktop around the window wants', () => {
  test('shows a product', async () => {
    const { page } = await openWindow('everyday');
    await page.evaluate(posted({ kind: 'product', gtin: '8719900100018' }));
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/products?gtin=8719900100018');
  });

  test('shows the file with a key, and says so where there is none', async () => {
    const { page } = await openWindow('everyday', '#/activity');
    const file = exampleFiles().find(({ key }) => key !== undefined);
    await page.evaluate(posted({ kind: 'file', key: file?.key ?? '' }));
    await expect.poll(() => page.evaluate('location.hash')).toBe(`#/library?file=${file?.fileId}`);
    await page.evaluate(posted({ kind: 'file', key: 'Revit/2025/EC999999/7/MC999999/2/Template' }));
    await page.getByText('This is not known here, or no longer.').waitFor();
  });

  test('leads where the sentence on the state of everything leads', async () => {
    const { page } = await openWindow('signedOut');
    await page.evaluate(posted({ kind: 'action', action: 'status' }));
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/settings?section=connection');
  });

  test('is done after the first snapshot, where it came before', async () => {
    // The desktop sends none before the page asks for the engine, which it does just before it shows anything.
    const early = `new MutationObserver((_, observer) => {
      if (!document.querySelector('#window > *')) return;
      observer.disconnect();
      ${posted({ kind: 'action', action: 'publish' })};
    }).observe(document, { childList: true, subtree: true })`;
    const { page } = await openWindow('everyday', '#/library', early);
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/publish');
  });
});

describe('the settings of the desktop', () => {
  test('are there in the desktop app, and kept', async () => {
    const { page, engine } = await openWindow('quiet', '#/settings');
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Desktop' }).count()).toBe(0);
    engine.state.host = 'electron';
    await page.reload();
    await page.getByRole('link', { name: 'Desktop' }).click();
    await page.getByRole('radiogroup', { name: 'Start at login' }).getByText('On').click();
    await page.getByRole('radiogroup', { name: 'Notifications' }).getByText('None').click();
    await page.getByRole('radiogroup', { name: 'Updates' }).getByText('Beta').click();
    await expect
      .poll(() => engine.state.status.settings)
      .toMatchObject({ startAtLogin: true, notifications: 'none', updateChannel: 'beta' });
  });
});

describe('the accent of the window', () => {
  const accentOf = (page: Page) =>
    page.evaluate('getComputedStyle(document.querySelector(".shell, main")).getPropertyValue("--accent")');

  test("is the app's own, or made from the system's as the desktop tells it, and follows that", async () => {
    const { page, engine } = await openWindow('quiet', '#/settings?section=appearance');
    const post = (colour: string) =>
      page.evaluate(`window.postMessage({ kind: 'cadsync:accent', colour: '${colour}' }, '*')`);
    await post('#8e562e');
    const own = await accentOf(page);
    await page.getByRole('radiogroup', { name: 'Accent colour' }).getByText('The system’s').click();
    await expect.poll(() => engine.state.status.settings.accent).toBe('system');
    await expect.poll(() => accentOf(page)).toContain('#8e562e');
    await post('#107c10');
    await expect.poll(() => accentOf(page)).toContain('#107c10');
    await page.getByRole('radiogroup', { name: 'Accent colour' }).getByText('The app’s').click();
    await expect.poll(() => accentOf(page)).toBe(own);
  });
});
