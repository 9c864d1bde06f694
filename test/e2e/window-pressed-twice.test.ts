import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

const asking = [
  { asks: 'saving.start', at: '#/exports?filter=12', leadingThere: [], button: 'Export table' },
  {
    asks: 'validation.delete',
    at: '#/validation?project=P-7&ticket=639000000000030000',
    leadingThere: ['Delete'],
    button: 'Delete request',
  },
  { asks: 'libraries.saveSettings', at: '#/settings?section=libraries', leadingThere: [], button: 'Pause' },
];

describe('a button that asks for something', () => {
  test.for(asking)('asks once where it is double-clicked: $button', async ({ asks, at, leadingThere, button }) => {
    const { page, engine } = await openWindow('everyday', at);
    for (const name of leadingThere) await page.getByRole('button', { name, exact: true }).click();
    const answer = Promise.withResolvers<void>();
    engine.state.held.set(asks, answer.promise);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().dblclick();
    await page.keyboard.press('F5');
    await expect.poll(() => callsOf(engine, 'queue.retry')).toHaveLength(1);
    expect(callsOf(engine, asks)).toHaveLength(1);
    answer.resolve();
  });

  test('takes a double click as one press where the first half is answered before the second', async () => {
    const { page, engine } = await openWindow('quiet', '#/settings?section=libraries');
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Pause' }).click();
    await library.getByRole('button', { name: 'Resume' }).dispatchEvent('click', { detail: 2 });
    await page.keyboard.press('F5');
    await expect.poll(() => callsOf(engine, 'queue.retry')).toHaveLength(1);
    expect(callsOf(engine, 'libraries.saveSettings')).toHaveLength(1);
  });

  test('cannot be pressed again before it is answered, and then can', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports?filter=12');
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('saving.start', answer.promise);
    const button = page.getByRole('article').getByRole('button', { name: 'Export table' });
    await button.click();
    await expect.poll(() => callsOf(engine, 'saving.start')).toHaveLength(1);
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    engine.state.failing.set('saving.start', { code: 'saving-under-way' });
    answer.resolve();
    await page.getByText('It goes on. Wait until it is saved, or cancel it.').waitFor();
    await button.click();
    await expect.poll(() => callsOf(engine, 'saving.start')).toHaveLength(2);
  });
});

const forms = [
  { asks: 'connection.save', scenario: 'everyday', field: 'Client id' },
  { asks: 'connection.signInToProxy', scenario: 'proxySignIn', field: 'User name' },
] as const;

test.for(forms)('a form is sent once where Enter is pressed twice: $asks', async ({ asks, scenario, field }) => {
  const { page, engine } = await openWindow(scenario, '#/settings?section=connection');
  const answer = Promise.withResolvers<void>();
  engine.state.held.set(asks, answer.promise);
  await page.getByRole('textbox', { name: field }).fill('anna');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F5');
  await expect.poll(() => callsOf(engine, 'queue.retry')).toHaveLength(1);
  await expect.poll(() => callsOf(engine, asks)).toHaveLength(1);
  answer.resolve();
});

test('of one library only the last pausing or resuming is said', async () => {
  const { page } = await openWindow('quiet', '#/settings?section=libraries');
  const library = page.getByRole('article', { name: 'Revit 2025' });
  const notices = page.getByRole('status', { name: 'Notices' });
  await library.getByRole('button', { name: 'Pause' }).click();
  await notices.getByText('Revit 2025 is paused').waitFor();
  await library.getByRole('button', { name: 'Resume' }).click();
  await notices.getByText('Revit 2025 is syncing again').waitFor();
  await expect.poll(() => notices.getByText('Revit 2025 is paused').count()).toBe(0);
});
