import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

describe('the first run', () => {
  test('is in the language of the system, which is saved, and offers both', async () => {
    const { page, engine } = await openWindow('firstRun', '#/library', '', 'nl-NL');
    await page.getByRole('heading', { name: 'Welkom' }).waitFor();
    const saved = () => callsOf(engine, 'settings.save').map(({ input }) => input);
    await expect.poll(saved).toEqual([{ language: 'nl' }]);
    await page.getByText('English').click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(saved()).toEqual([{ language: 'nl' }, { language: 'en' }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(saved()).toHaveLength(2);
  });

  test('is in English where the system has neither language', async () => {
    const { page } = await openWindow('firstRun', '#/library', '', 'fr-FR');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  });
});
