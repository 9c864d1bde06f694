import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exampleConnection } from '../fakes/window/example-status.ts';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { show } from './at-the-window.ts';
import { callsOf, openWindow } from './open-window.ts';

const gtin = '8712423012349';

function stand({ state, publish }: WindowEngine, scenario: 'everyday' | 'trouble'): void {
  state.status = { ...state.status, connection: exampleConnection(scenario) };
  publish({ kind: 'status', status: state.status });
}
/** The service answers again. */
const comeBack = (engine: WindowEngine): void => stand(engine, 'everyday');

/** Where the service is asked in other views, and what a person does there for it. */
const asking: [string, (page: Page) => Promise<void>][] = [
  ['#/validation?project=P-7&ticket=639000000000030000', async () => undefined],
  [
    '#/validation?part=check',
    async (page) => {
      // By its name: the field of the view before may still be there.
      const field = page.getByRole('textbox', { name: 'GTINs, one per line' });
      await field.fill(gtin);
      await field.press('Enter');
    },
  ],
  [`#/products?gtin=${gtin}`, (page) => page.getByRole('button', { name: 'Show what the service has' }).click()],
  ['#/exports?filter=12', (page) => page.getByRole('heading', { name: 'File naming standards' }).click()],
];

describe('While the service cannot be reached', () => {
  test('the versions of a file are shown with their age, until the service answers again', async () => {
    const { page, engine } = await openWindow('trouble', '#/versions?file=file-1');
    const age = page.getByText(/^as of /);
    await age.waitFor();
    await page.getByText('This is what it said before.').waitFor();
    comeBack(engine);
    await age.waitFor({ state: 'detached' });
  });

  test('every product that was looked up says how old it is, until the service answers again', async () => {
    const { page, engine } = await openWindow('trouble', '#/products');
    await page.getByRole('textbox').fill(`${gtin}\n4006381333931`);
    await page.getByRole('button', { name: 'Look up 2' }).click();
    await page
      .getByRole('article')
      .getByText(/^as of /)
      .waitFor();
    const rest = page.getByRole('listitem').getByText(/as of /);
    await expect.poll(() => rest.count()).toBe(1);
    expect(callsOf(engine, 'products.lookup')).toHaveLength(1);
    comeBack(engine);
    await page
      .getByRole('article')
      .getByText(/^as of /)
      .waitFor({ state: 'detached' });
    expect(callsOf(engine, 'products.lookup')).toHaveLength(2);
  });

  test('all else that it said before, or did not answer, is asked for again once it does', async () => {
    const { page, engine } = await openWindow('trouble');
    const old = page.getByRole('main').getByText(/^The service cannot be reached/);
    for (const [hash, ask] of asking) {
      await show(page, hash);
      await ask(page);
      await old.first().waitFor();
      comeBack(engine);
      await expect.poll(() => old.count()).toBe(0);
      stand(engine, 'trouble');
    }
  });

  test('a draft is not said to have no release while its history is not known', async () => {
    const { page, engine } = await openWindow('trouble');
    await page.setViewportSize({ width: 1500, height: 800 });
    engine.state.failing.set('versions.list', { code: 'service-unreachable' });
    await show(page, '#/publish');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByText('The service cannot be reached.').waitFor();
    await expect.poll(() => details.getByText('Never released so far').count()).toBe(0);
    engine.state.failing.clear();
    comeBack(engine);
    await details.getByText(/^(Since the last release|Never released so far)$/).waitFor();
  });

  test('a person sets how much of what it said is kept', async () => {
    const { page, engine } = await openWindow('quiet', '#/settings?section=syncing');
    const size = page.getByRole('combobox', { name: 'Keep answers of the service, up to' });
    await expect.poll(() => size.inputValue()).toBe('500');
    await size.selectOption({ label: 'Keep none' });
    await page.getByText('Saved.').waitFor();
    expect(callsOf(engine, 'settings.save').map(({ input }) => input)).toEqual([{ mirrorMegabytes: 0 }]);
  });
});
