import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPage } from './kept-pages.ts';
import { callsOf, openWindow } from './open-window.ts';
import type { Scenario } from '../fakes/window-engine.ts';

/** The same window twice, each with the settings open. */
async function openTwice(scenario: Scenario, hash: string) {
  const { page, engine } = await openWindow(scenario, hash);
  const other = await openPage();
  onTestFinished(() => other.context().close());
  await other.goto(engine.url + hash);
  await other.locator('.stack').waitFor({ state: 'attached' });
  return { page, other, engine };
}

describe('a form in the settings, while another page saves what it shows', () => {
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  async function openLibraryForms() {
    const pages = await openTwice('everyday', '#/settings?section=libraries');
    for (const page of [pages.page, pages.other]) {
      const library = page.getByRole('article', { name: 'Revit 2025' });
      await library.getByRole('button', { name: 'Settings', exact: true }).click();
    }
    return pages;
  }

  test('sends an address that was saved there, and not the one that it began with', async () => {
    const { page, other, engine } = await openTwice('quiet', '#/settings?section=connection');
    await field(other, 'Client id').waitFor();
    await field(page, 'Content service').fill('https://content.example.test/other/');
    await page.getByRole('button', { name: 'Save and test' }).click();
    await expect.poll(() => field(other, 'Content service').inputValue()).toBe('https://content.example.test/other/');
    await field(other, 'Client id').fill('designers-2');
    await other.getByRole('button', { name: 'Save and test' }).click();
    await expect.poll(() => callsOf(engine, 'connection.save').length).toBe(2);
    expect(callsOf(engine, 'connection.save').at(-1)?.input).toMatchObject({
      contentAddress: 'https://content.example.test/other/',
      clientId: 'designers-2',
    });
  });

  test('keeps what is being typed, says what was saved there, and sends it only once it was shown', async () => {
    const { page, other, engine } = await openTwice('quiet', '#/settings?section=connection');
    await field(other, 'Client id').fill('designers-2');
    await field(page, 'Client id').fill('designers-3');
    await page.getByRole('button', { name: 'Save and test' }).click();
    await other.getByText('Changed elsewhere while you were editing. Set now: designers-3').waitFor();
    await expect.poll(() => field(other, 'Client id').inputValue()).toBe('designers-2');
    await other.getByRole('button', { name: 'Save and test' }).click();
    await expect.poll(() => engine.state.status.connection.clientId).toBe('designers-2');
    expect(callsOf(engine, 'connection.save').at(-1)?.input).toMatchObject({ shown: { clientId: 'designers-3' } });
    await expect.poll(() => other.getByText('Changed elsewhere').count()).toBe(0);
  });

  test('keeps the address that a secret is being entered for', async () => {
    const { page, other } = await openTwice('quiet', '#/settings?section=connection');
    const before = await field(other, 'Content service').inputValue();
    await other.getByRole('button', { name: /^Replace.*License code/ }).click();
    await field(other, 'License code').fill('a-license-4567');
    await field(page, 'Content service').fill('https://content.example.test/other/');
    await page.getByRole('button', { name: 'Save and test' }).click();
    await other.getByText('Set now: https://content.example.test/other/').waitFor();
    expect(await field(other, 'Content service').inputValue()).toBe(before);
  });

  test('adds its patterns to those that were saved there', async () => {
    const { page, other, engine } = await openLibraryForms();
    await field(other, 'Ignore').fill('sketches/**');
    await field(page, 'Ignore').fill('old/**');
    await page.getByRole('button', { name: 'Save patterns' }).click();
    await other.getByText('Changed elsewhere while you were editing. Set now: old/**').waitFor();
    await expect.poll(() => field(other, 'Ignore').inputValue()).toBe('sketches/**\nold/**');
    await expect.poll(() => page.getByRole('button', { name: 'Save patterns' }).count()).toBe(0);
    await other.getByRole('button', { name: 'Save patterns' }).click();
    await expect.poll(() => field(page, 'Ignore').inputValue()).toBe('sketches/**\nold/**');
    expect(callsOf(engine, 'libraries.saveSettings').at(-1)?.input).toMatchObject({
      settings: { ignorePatterns: ['sketches/**', 'old/**'] },
      shown: { ignorePatterns: ['old/**'] },
    });
  });

  test('adds its program to those that were saved there', async () => {
    const { page, other, engine } = await openLibraryForms();
    const programsOn = (one: Page) => one.getByRole('group', { name: 'CAD programs: Revit 2025' });
    const add = async (one: Page, name: string, version: string): Promise<void> => {
      const form = programsOn(one);
      await form.getByRole('button', { name: 'Add a program' }).click();
      await form.getByLabel('CAD program', { exact: true }).last().selectOption(name);
      await form.getByRole('textbox', { name: 'Version' }).last().fill(version);
    };
    const save = (one: Page) => programsOn(one).getByRole('button', { name: 'Save programs' });
    await add(other, 'SketchUp', '2024');
    await add(page, 'AutoCAD', '2025');
    await save(page).click();
    await programsOn(other).getByText('Set now: Revit 2025 and AutoCAD 2025').waitFor();
    await save(other).click();
    await page.getByText('Revit 2025, SketchUp 2024 and AutoCAD 2025 · ').waitFor();
    expect(callsOf(engine, 'libraries.savePrograms').at(-1)?.input).toMatchObject({
      shown: [{ name: 'Revit' }, { name: 'AutoCAD' }],
    });
  });
});
