import { expect, test } from 'vitest';
import { show } from './at-the-window.ts';
import { openWindow } from './open-window.ts';

/** It reads as `pumpafr.png` where it is obeyed. */
const turned = 'pump\u202egnp.rfa';

/** What is shown, told or read aloud with a character that turns the direction of writing. */
const turnedTexts = `[...document.querySelectorAll('body *')].flatMap((element) => [
  ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
  ...['title', 'aria-label'].map((name) => element.getAttribute(name) ?? ''),
]).filter((text) => /\\p{Bidi_Control}/u.test(text))`;

test.each([
  ['#/library', 'pump\\u202egnp'],
  ['#/library?file=file-1', '/pump\\u202egnp.rfa'],
  ['#/library?file=file-8', '/pump\\u202egnp.rfa'],
  ['#/activity', 'pump\\u202egnp.rfa'],
  ['#/publish', 'pump\\u202egnp'],
  ['#/versions?file=file-1', '/pump\\u202egnp.rfa'],
])('a name turns round nothing that is said of a file: %s', async (hash, shown) => {
  const { page, engine } = await openWindow('everyday', '#/settings');
  const { state } = engine;
  state.files = state.files.map((file) => ({ ...file, name: turned, path: file.path.replace(/[^/]*$/, turned) }));
  state.queue = state.queue.map((entry) => ({ ...entry, title: turned }));
  state.activity = state.activity.map((entry) => ({ ...entry, title: turned }));
  state.backups = state.backups.map((copy) => ({ ...copy, name: turned, path: turned }));
  await show(page, hash);
  await expect.poll(() => page.locator('main').innerText()).toContain(shown);
  expect(await page.evaluate(turnedTexts)).toEqual([]);
});

test('nor of what would stay unsent', async () => {
  const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
  const { state } = engine;
  state.files = state.files.map((file) => ({ ...file, name: turned, path: turned }));
  const library = page.getByRole('article', { name: 'Revit 2025' });
  await library.getByRole('button', { name: 'Remove', exact: true }).click();
  await library.getByRole('button', { name: 'Stop syncing' }).click();
  await library.getByRole('alert').getByText('pump\\u202egnp.rfa').first().waitFor();
  expect(await page.evaluate(turnedTexts)).toEqual([]);
});
