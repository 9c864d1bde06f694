import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../fakes/window-engine.ts';
import { show } from './at-the-window.ts';
import { openWindow } from './open-window.ts';

/** What a screen reader calls by role alone: controls and regions that have no name. */
async function withoutName(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      /^- (?:button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|listbox|grid|option|progressbar|dialog|region|navigation|heading)(?: \[[^\]]*\])*:?$/.test(
        line,
      ),
    );
}

const scenes: readonly (readonly [what: string, scenario: Scenario, hash: string])[] = [
  ['the first run', 'firstRun', '#/library'],
  ['the library', 'everyday', '#/library'],
  ['a conflict', 'everyday', '#/library?file=file-8'],
  ['a file that shares its key', 'everyday', '#/library?file=file-23'],
  ['an unassigned file', 'everyday', '#/library?file=file-41'],
  ['a file that is gone', 'everyday', '#/library?file=file-28'],
  ['questions about many changes', 'manyChanges', '#/library'],
  ['a paused library', 'trouble', '#/library'],
  ['what waits and what happened', 'everyday', '#/activity'],
  ['publishing', 'everyday', '#/publish'],
  ['the versions of a file', 'everyday', '#/versions?file=file-1'],
  ['products', 'everyday', '#/products'],
  ['the settings', 'everyday', '#/settings'],
];

describe('a screen reader', () => {
  test.each(scenes)('calls everything by a name: %s', async (_what, scenario, hash) => {
    const { page, engine } = await openWindow(scenario, hash);
    await expect.poll(() => engine.state.calls.length).toBeGreaterThan(1);
    await page.locator('main').getByRole('button').first().waitFor();
    await expect.poll(() => withoutName(page)).toEqual([]);
  });
});

test('what has no name is found', async () => {
  const { page } = await openWindow('everyday', '#/activity');
  await page.evaluate(`for (const name of ['button', 'input']) document.body.append(document.createElement(name))`);
  await expect.poll(() => withoutName(page)).toEqual(['- button', '- textbox']);
});

describe('the Tab key', () => {
  test('goes through the details of a conflict in the order in which they are read, and each stop can be seen', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-8');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('button', { name: 'Keep mine' }).waitFor();
    await details.getByRole('button', { name: 'Close details' }).focus();
    const stops: string[] = [];
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus-visible');
      stops.push(await focused.innerText());
      await expect.poll(() => page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    }
    const choices = ['Keep mine', 'Take theirs', 'Keep both'];
    expect(stops).toEqual(['Compare both', 'Open theirs', ...choices, 'Look', 'Open', 'Show in folder']);
  });
});

/** Texts of which the end does not fit and that nobody can read whole, not even by pointing at them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth)
    .filter((one) => {
      const titled = one.closest('[title]') ?? one.querySelector('[title]');
      const words = (titled && one.contains(titled) ? titled : one).textContent.trim().split(/\\s+/);
      return !titled || !words.every((word) => titled.title.includes(word));
    })
    .map((one) => one.textContent.trim())`);

describe('a long name in Dutch', () => {
  test.for([
    ['in the list of files', '#/library', 'option'],
    ['in what waits and what happened', '#/activity', 'heading'],
    ['among what is published', '#/publish', 'checkbox'],
    ['of a product and of the files that fit it', '#/products?gtin=8712423012342', 'article'],
    ['in what is looked at', '#/look?file=file-1', 'heading'],
  ] as const)('is read whole where it is cut off: %s', async ([_where, hash, role]) => {
    const { page, engine } = await openWindow('everyday');
    await page.setViewportSize({ width: 1280, height: 800 });
    const { state } = engine;
    const longer = (name: string): string => `${'Warmtewisselaar voor utiliteitsbouw '.repeat(6)}${name}`;
    state.status = { ...state.status, settings: { ...state.status.settings, language: 'nl' } };
    state.files = state.files.map((file) => ({
      ...file,
      name: longer(file.name),
      path: file.path.replace(/[^/]*$/, longer),
    }));
    state.queue = state.queue.map((entry) => ({ ...entry, title: longer(entry.title) }));
    state.writes = state.writes.map((write) => ({ ...write, title: longer(write.title) }));
    engine.publish({ kind: 'status', status: state.status });
    engine.publish({ kind: 'queue' });
    engine.publish({ kind: 'files', fileIds: [] });
    await show(page, hash);
    await page.getByRole(role).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => cutOff(page)).toEqual([]);
  });
});
