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

  test('has a language that could not be saved to be chosen again, and marks the one it is in', async () => {
    const { page, engine } = await openWindow('firstRun', '#/library', '', 'nl-NL');
    await page.getByRole('heading', { name: 'Welkom' }).waitFor();
    await expect.poll(() => callsOf(engine, 'settings.save')).toHaveLength(1);
    engine.state.failing.set('settings.save', { code: 'disk-full' });
    await page.getByText('English').click();
    await page
      .getByRole('status', { name: 'Meldingen' })
      .getByText(/schijf/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Nederlands' }).isChecked()).toBe(true);
    engine.state.failing.clear();
    await page.getByText('English').click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);
  });

  test('marks in Settings the language that the window is in, also where that could not be saved', async () => {
    const { page, engine } = await openWindow('everyday', '#/activity', '', 'nl-NL');
    const { status } = engine.state;
    engine.state.status = { ...status, isLanguageOpen: true, settings: { ...status.settings, language: 'en' } };
    engine.state.failing.set('settings.save', { code: 'disk-full' });
    engine.dropConnections();
    await page.getByRole('heading', { name: 'Activiteit' }).waitFor();
    await page.evaluate("location.hash = '#/settings?section=appearance'");
    const language = page.getByRole('radiogroup', { name: 'Taal' });
    await expect.poll(() => language.getByRole('radio', { name: 'Nederlands' }).isChecked()).toBe(true);
  });

  test('is in English where the system has neither language', async () => {
    const { page } = await openWindow('firstRun', '#/library', '', 'fr-FR');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  });
});
