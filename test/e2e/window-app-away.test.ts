import { describe, expect, onTestFinished, test } from 'vitest';
import { createWindowEngine } from '../fakes/window-engine.ts';
import { show } from './at-the-window.ts';
import { openPage } from './kept-pages.ts';
import { callsOf } from './open-window.ts';

/** A page whose complaints are expected. */
async function openAnyPage() {
  const engine = await createWindowEngine('everyday');
  const page = await openPage();
  onTestFinished(async () => {
    await page.context().close();
    await engine.close();
  });
  return { engine, page };
}

describe('a window whose app is away', () => {
  test('says that it cannot search, and fills a view that was gone to meanwhile once the app is back', async () => {
    const { page, engine } = await openAnyPage();
    await page.goto(engine.url);
    await page.getByRole('option').first().waitFor();
    engine.refuseConnections(true);
    engine.dropConnections();
    const lost = page.getByText('Connection to the app lost');
    await lost.waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('Panel radiator');
    const palette = page.getByRole('dialog');
    await palette.getByText('Files could not be searched.').waitFor();
    await expect.poll(() => palette.getByText('Nothing found').count()).toBe(0);
    await page.keyboard.press('Escape');
    await show(page, '#/settings?section=addIns');
    const addIns = page.getByRole('region', { name: 'Add-ins' });
    await addIns.waitFor();
    await expect.poll(() => addIns.getByRole('radio').count()).toBe(0);
    engine.refuseConnections(false);
    await lost.waitFor({ state: 'detached' });
    await addIns.getByRole('radio').first().waitFor();
  });

  for (const [what, hash, name] of [
    ['the selections', '#/exports', 'selections.list'],
    ['how add-ins are answered', '#/settings?section=addIns', 'addIns.state'],
  ] as const)
    test(`asks for ${what} once when it is back`, async () => {
      const { page, engine } = await openAnyPage();
      const reads = () => callsOf(engine, name).length;
      await page.goto(engine.url + hash);
      await expect.poll(reads).toBe(1);
      engine.dropConnections();
      await expect.poll(reads).toBeGreaterThan(1);
      // What is asked from now on comes after all that was asked before.
      await show(page, '#/activity');
      await expect.poll(() => callsOf(engine, 'queue.list').length).toBeGreaterThan(0);
      expect(reads()).toBe(2);
    });

  test('says so in the desktop window, where an app that does not come up fails at nothing', async () => {
    const { page, engine } = await openAnyPage();
    // From the start time goes on here only: not while the page is loaded.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.addInitScript('window.cadLibrarySync = { port: true };');
    await page.goto(engine.url);
    await page.getByText('Connecting to the app …').waitFor();
    await page.clock.runFor(14_000);
    await expect.poll(() => page.getByRole('heading').count()).toBe(0);
    await page.clock.runFor(2_000);
    await page.getByRole('heading', { name: 'The app takes long to start.' }).waitFor();
  });

  test('says so of a view whose script does not come', async () => {
    const { page, engine } = await openAnyPage();
    await page.route('**/exports-view*', (route) => route.abort());
    await page.goto(engine.url);
    await page.getByRole('link', { name: 'Exports and filters' }).click();
    await page.getByText('This view could not be loaded.').waitFor();
    await page.unroute('**/exports-view*');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { name: 'Exports and filters' }).waitFor();
  });
});
