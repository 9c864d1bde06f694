import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { callsOf, openWindow } from './open-window.ts';

const hash = 'location.hash';

/** Has a call wait. Returns what ends that, and waits until the window has taken up whatever came of it. */
function hold(page: Page, engine: WindowEngine, call: string): () => Promise<void> {
  const answer = Promise.withResolvers<void>();
  engine.state.held.set(call, answer.promise);
  return async () => {
    answer.resolve();
    engine.state.held.clear();
    await takenUp(page, engine);
  };
}

async function takenUp(page: Page, engine: WindowEngine): Promise<void> {
  const before = callsOf(engine, 'queue.retry').length;
  for (const round of [1, 2, 3]) {
    await page.keyboard.press('F5');
    await expect.poll(() => callsOf(engine, 'queue.retry').length).toBe(before + round);
  }
}

describe('who went elsewhere before an answer came', () => {
  const elsewhere = '#/activity';

  test('is not led back to a request that was deleted', async () => {
    const { page, engine } = await openWindow('everyday', '#/validation?project=P-7&ticket=639000000000030000');
    const answer = hold(page, engine, 'validation.delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete request' }).click();
    await page.evaluate(`location.hash = '${elsewhere}'`);
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await answer();
    expect(await page.evaluate(hash)).toBe(elsewhere);
  });

  test('is not led to a filter that was added', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports');
    const answer = hold(page, engine, 'selections.open');
    await page.getByText('By filter number').click();
    const form = page.getByRole('form', { name: 'By filter number' });
    await form.getByRole('textbox', { name: 'Filter number' }).fill('77');
    await form.getByRole('textbox', { name: 'Name' }).fill('Pumps');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(engine, 'selections.open').length).toBe(1);
    await page.evaluate(`location.hash = '${elsewhere}'`);
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await answer();
    await expect.poll(() => callsOf(engine, 'selections.add').length).toBe(1);
    await takenUp(page, engine);
    expect(await page.evaluate(hash)).toBe(elsewhere);
    expect(callsOf(engine, 'selections.add')).toHaveLength(1);
  });

  test('stays with the file that they look at when another one is hidden', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const gone = engine.state.files.find(({ state }) => state === 'removedHere');
    await page.evaluate(`location.hash = '#/library?file=${gone?.fileId}'`);
    const answer = hold(page, engine, 'files.confirmRemoval');
    await page.getByRole('button', { name: 'Hide the file' }).click();
    await page.evaluate(`location.hash = '#/library?file=file-1'`);
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    await answer();
    expect(await page.evaluate(hash)).toBe('#/library?file=file-1');
  });

  test('comes back to the filter they were in from a file that is gone, wherever they looked at it', async () => {
    const { page } = await openWindow('everyday', '#/library?show=drafts');
    for (const view of ['library?show=drafts&file=file-0', 'look?file=file-0', 'versions?file=file-0']) {
      await page.evaluate(`location.hash = '#/${view}'`);
      await page.getByRole('button', { name: 'Show the library' }).click();
      await page.getByRole('button', { name: 'Show the library' }).waitFor({ state: 'detached' });
      expect(await page.evaluate(hash)).toBe('#/library?show=drafts');
    }
  });

  test('is still asked about what they want to discard by then', async () => {
    const { page, engine } = await openWindow('trouble', '#/activity');
    const answer = hold(page, engine, 'writes.discard');
    const discard = page.getByRole('button', { name: 'Discard', exact: true });
    await discard.first().click();
    await page.getByRole('alertdialog').getByRole('button').first().click();
    await discard.last().click();
    await answer();
    expect(await page.getByRole('alertdialog').count()).toBe(1);
  });
});

test('what changed in a draft is said of the bytes that it has by now', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const [draft] = engine.state.files;
  const path = join(mkdtempSync(join(tmpdir(), 'looked-')), 'radiator.obj');
  writeFileSync(path, 'o body\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const looked = { path, fileName: 'radiator.obj' };
  engine.state.looked = new Map([draft?.sha256 ?? '', '2.0'].map((side) => [side, looked] as const));
  engine.state.failing.set('looks.compare', { code: 'file-unreadable' });
  await page.evaluate(`location.hash = '#/publish'`);
  const row = page.getByRole('listitem').filter({ hasText: draft?.name.replace(/\.\w+$/, '') ?? '' });
  const ask = row.getByRole('button', { name: 'What changed?' });
  await ask.waitFor();
  const askedOf = (sha256: string | undefined) =>
    callsOf(engine, 'looks.compare').filter(({ input }) => JSON.stringify(input).includes(sha256 ?? '?')).length;
  await expect.poll(() => askedOf(draft?.sha256)).toBe(1);
  engine.state.failing.clear();
  const answer = hold(page, engine, 'looks.compare');
  await ask.click();
  await expect.poll(() => askedOf(draft?.sha256)).toBe(2);
  const savedAgain = 'e'.repeat(64);
  engine.state.files = engine.state.files.map((file) => (file === draft ? { ...file, sha256: savedAgain } : file));
  engine.publish({ kind: 'files', fileIds: ['file-1'] });
  await expect.poll(() => askedOf(savedAgain)).toBe(1);
  await answer();
  await ask.waitFor();
});

test('that a file has no picture in it is said once that is known', async () => {
  const { page, engine } = await openWindow('everyday', '#/activity');
  engine.state.failing.set('looks.open', { code: 'look-no-reader' });
  engine.state.pictures = new Map();
  engine.state.files = engine.state.files.map((file) => ({ ...file, sha256: 'f'.repeat(64) }));
  engine.publish({ kind: 'files', fileIds: ['file-1'] });
  const answer = hold(page, engine, 'pictures.get');
  await page.evaluate(`location.hash = '#/look?file=file-1'`);
  await page.getByText('Only the program this file comes from can show its shapes.').waitFor();
  const none = page.getByText('Its program left no picture in the file either.');
  expect(await none.count()).toBe(0);
  await answer();
  await none.waitFor();
  // For the picture, once it is in sight, and for what is said of it.
  const asked = 2;
  await expect.poll(() => callsOf(engine, 'pictures.get').length).toBe(asked);
  // The second answer comes after the first one is shown.
  for (const _ of ['first', 'second']) {
    const read = callsOf(engine, 'files.get').length;
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
    await expect.poll(() => callsOf(engine, 'files.get').length).toBeGreaterThan(read);
  }
  expect(callsOf(engine, 'pictures.get')).toHaveLength(asked);
  expect(await none.count()).toBe(1);
});
