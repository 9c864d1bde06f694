import { describe, expect, test } from 'vitest';
import { exampleConnection } from '../fakes/window/example-status.ts';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { callsOf, openWindow } from './open-window.ts';

const gtin = '8712423012349';

/** The service answers again. */
function comeBack({ state, publish }: WindowEngine): void {
  state.status = { ...state.status, connection: exampleConnection('everyday') };
  publish({ kind: 'status', status: state.status });
}

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
    expect(
      await page
        .getByRole('listitem')
        .getByText(/as of /)
        .count(),
    ).toBe(1);
    expect(callsOf(engine, 'products.lookup')).toHaveLength(1);
    comeBack(engine);
    await page
      .getByRole('article')
      .getByText(/^as of /)
      .waitFor({ state: 'detached' });
    expect(callsOf(engine, 'products.lookup')).toHaveLength(2);
  });

  test('a person sets how much of what it said is kept', async () => {
    const { page, engine } = await openWindow('quiet', '#/settings?section=syncing');
    const size = page.getByRole('combobox', { name: 'Keep answers of the service, up to' });
    expect(await size.inputValue()).toBe('500');
    await size.selectOption({ label: 'Keep none' });
    await page.getByText('Saved.').waitFor();
    expect(callsOf(engine, 'settings.save').map(({ input }) => input)).toEqual([{ mirrorMegabytes: 0 }]);
  });
});
