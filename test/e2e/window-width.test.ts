import type { Locator } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

describe('a wide window', () => {
  test('shows what changed in the draft that is looked at, next to the list', async () => {
    const { page } = await openWindow('everyday', '#/publish');
    await page.getByRole('checkbox', { name: 'Publish Panel radiator type 22' }).waitFor();
    const details = page.getByRole('region', { name: 'Details of the file' });
    await expect.poll(() => details.count()).toBe(0);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await details.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    await details.getByRole('heading', { name: 'Since the last release' }).waitFor();
    await details.getByText('2.0', { exact: true }).waitFor();
    await expect.poll(() => details.getByText('1.0', { exact: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Publish Cable ladder 400' }).focus();
    await details.getByRole('heading', { name: 'Cable ladder 400' }).waitFor();
  });

  test('shows the last days of the history as bars up to today, which a screen reader reads as a table', async () => {
    const { page, engine } = await openWindow('everyday', '#/activity');
    const plot = page.getByRole('table', { name: 'Last 14 days' });
    await plot.getByRole('row', { name: /^36 ?Published/ }).waitFor();
    const cells = await plot
      .getByRole('row', { name: /Failed/ })
      .getByRole('cell')
      .allTextContents();
    expect(cells.map((cell) => cell.trim()).join(' ')).toBe('no longer known 0 0 2 0 0 0 0 6 0 0 0 0 1');
    const [call] = callsOf(engine, 'activity.counts');
    const { fromMs } = call?.input as { fromMs: number[] };
    expect(fromMs).toHaveLength(14);
    expect(new Set(fromMs.map((begin) => new Date(begin).getHours()))).toEqual(new Set([0]));
    onTestFinished(() => page.context().close());
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    const lastBegun = () => (callsOf(engine, 'activity.counts').at(-1)?.input as { fromMs: number[] }).fromMs.at(-1);
    await expect.poll(lastBegun).toBeGreaterThan(fromMs.at(-1) ?? 0);
  });
});

describe('a narrow window', () => {
  test('keeps the choices of the library in two rows beside the columns of the table', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-1');
    await page.setViewportSize({ width: 1024, height: 640 });
    await page.getByTitle('Table').dispatchEvent('click');
    await page.getByRole('button', { name: 'Columns' }).waitFor();
    const { height = 0 } = (await page.getByRole('group', { name: 'Show' }).boundingBox()) ?? {};
    expect(height).toBeLessThan(70);
  });

  test('shows where a library is added, to the eye and to the keyboard', async () => {
    const { page } = await openWindow('everyday', '#/library');
    await page.setViewportSize({ width: 640, height: 480 });
    const add = page.getByRole('complementary').getByRole('link', { name: 'Add a library' });
    await expect.poll(async () => (await add.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(24);
    await expect.poll(() => add.locator('svg').isVisible()).toBe(true);
  });

  test('has the dates of the versions below each other, on the line of their version', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-1');
    const versions = page.getByRole('region', { name: 'Details of the file' }).getByRole('listitem');
    const second = versions.filter({ hasText: '2.3' }).first();
    const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;
    const [name, date] = [second.getByText('2.3'), second.locator('[title]').last()];
    // What is above them may still be on its way.
    await expect.poll(async () => Math.abs((await topOf(name)) - (await topOf(date)))).toBeLessThan(4);
  });
});

describe('a narrow window in Dutch', () => {
  test('has the name and the state of each product of a validation whole, on lines of their own if need be', async () => {
    const { page, engine } = await openWindow('everyday', '#/validation?project=P-7&ticket=639000000000030000');
    await page.setViewportSize({ width: 1024, height: 640 });
    const { status } = engine.state;
    const settings = { ...status.settings, language: 'nl' as const };
    engine.publish({ kind: 'status', status: { ...status, settings } });
    const state = page.getByText('andere structuur, niet gecontroleerd');
    await state.waitFor();
    const cutPixels = (word: Record<'scrollWidth' | 'clientWidth', number>) => word.scrollWidth - word.clientWidth;
    await expect.poll(() => state.evaluate(cutPixels)).toBe(0);
    const name = page.getByText('PR22-900-1000');
    await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(30);
  });
});

test('a name that is wider than the window goes on in the next line', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const name = `${'Radiatorventiel_haaks_DN15_'.repeat(6)}v12.rfa`;
  engine.state.files = engine.state.files.map((file) => (file.fileId === 'file-1' ? { ...file, name } : file));
  await page.goto(new URL('#/versions?file=file-1', page.url()).href);
  const title = page.getByRole('heading', { name: 'Radiatorventiel' });
  await title.waitFor();
  const { x, width } = (await title.boundingBox()) ?? { x: 0, width: Infinity };
  expect(x + width).toBeLessThanOrEqual(1280);
});

test('the search for products asks for a product of those it found, not for a number', async () => {
  const { page } = await openWindow('ownService', '#/products');
  await page.getByRole('heading', { name: 'No product looked up yet' }).waitFor();
  await page.getByText('Search', { exact: true }).click();
  await page.getByRole('heading', { name: 'No product chosen' }).waitFor();
  await page.getByText('GLN and code').click();
  await page.getByText(/^Enter a GLN and a product code/).waitFor();
});

test('whoever has not moved the folder after all closes the question where it is', async () => {
  const { page } = await openWindow('trouble', '#/library');
  const move = page.getByRole('button', { name: 'Find the moved folder' });
  await move.click();
  await page.getByLabel('New place of the folder').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('New place of the folder').waitFor({ state: 'detached' });
  await expect.poll(() => move.isEnabled()).toBe(true);
});
