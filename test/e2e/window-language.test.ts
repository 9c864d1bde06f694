import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWindowEngine, type WindowEngine } from '../fakes/window-engine.ts';
import { openPage } from './kept-pages.ts';
import { callsOf } from './open-window.ts';

/** A page that has not been opened yet, and a fake engine. */
async function open(): Promise<{ page: Page; engine: WindowEngine }> {
  const engine = await createWindowEngine('everyday');
  const page = await openPage();
  onTestFinished(async () => {
    await page.context().close();
    await engine.close();
  });
  return { page, engine };
}

const dutch = '**/assets/nl-*.js';

describe('the language of the window', () => {
  test('is loaded when it is spoken, and no other', async () => {
    const { page, engine } = await open();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(/assets\/(en|nl)-/.exec(request.url())?.[1] ?? ''));
    await page.goto(engine.url + '#/settings?section=appearance');
    await page.getByText('Nederlands').waitFor();
    expect(loaded.filter(Boolean)).toEqual(['en']);
    await page.getByText('Nederlands').click();
    await page.getByRole('radiogroup', { name: 'Taal' }).waitFor();
    expect(loaded.filter(Boolean)).toEqual(['en', 'nl']);
  });

  test('is no other at the start, whatever that of the system is, while its texts are on their way', async () => {
    const { page, engine } = await open();
    const { status } = engine.state;
    engine.state.status = { ...status, settings: { ...status.settings, language: 'nl' } };
    const held = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    await page.route(dutch, async (route) => {
      isAsked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.goto(engine.url);
    await isAsked.promise;
    expect(await page.locator('body').innerText()).toMatch(/^Connecting\b[^\n]*$/);
    held.resolve();
    await page.getByRole('link', { name: 'Bibliotheek' }).first().waitFor();
  });

  test('stays as it is where another cannot be loaded, which is said, and nothing is saved', async () => {
    const { page, engine } = await open();
    await page.route(dutch, (route) => route.abort());
    await page.goto(engine.url + '#/settings?section=appearance');
    await page.getByText('Nederlands').click();
    await page.getByText('This language could not be loaded.').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);
    expect(callsOf(engine, 'settings.save')).toEqual([]);
  });

  test('is another one where that of the settings cannot be loaded at the start, which is said', async () => {
    const { page, engine } = await open();
    const { status } = engine.state;
    engine.state.status = { ...status, settings: { ...status.settings, language: 'nl' } };
    await page.route(dutch, (route) => route.abort());
    await page.goto(engine.url);
    await page.getByRole('link', { name: 'Library' }).first().waitFor();
    await page.getByText('This language could not be loaded.').waitFor();
  });

  test('is said to be missing, in each, where none can be loaded', async () => {
    const { page, engine } = await open();
    await page.route(/assets\/(en|nl)-[^/]*\.js/, (route) => route.abort());
    await page.goto(engine.url);
    await page.getByText(/could not be loaded.*konden niet worden geladen/).waitFor();
  });
});
