import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

const connection = '#/settings?section=connection';

async function enterService(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Content service', exact: true }).fill('https://content.example.test');
  await page.getByRole('textbox', { name: 'Client secret', exact: true }).fill('a-secret-0123');
  await page.getByRole('button', { name: 'Save and test' }).click();
}

/** Whether all of it can be seen as the page is scrolled. */
async function isInView(page: Page, part: Locator): Promise<boolean> {
  const [box, height] = [await part.boundingBox(), page.viewportSize()?.height ?? 0];
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

describe('changing from the service inside the app to another one', () => {
  test('shows what would move and what that takes, moves, and can be paused and stopped', async () => {
    const { page, engine } = await openWindow('ownService', connection);
    await enterService(page);
    const look = page.getByRole('button', { name: 'Look at what would move' });
    await expect.poll(() => isInView(page, look)).toBe(true);
    // One thing is the next one.
    const form = page.locator('form').filter({ has: look });
    expect(await form.locator('button.primary').allInnerTexts()).toEqual(['Look at what would move']);
    await look.click();
    await page.getByText('1,024 versions of 412 files · 3.8 GB · 1,890 requests · at least 35 minutes').waitFor();
    await page.getByText('Thermostatic valve DN15.rfa').waitFor();
    await page.getByText('later versions of 1 file already, so some older versions or releases stay').waitFor();
    await page.getByText('Basin mixer.rfa').waitFor();
    expect(callsOf(engine, 'move.start')).toEqual([]);
    const start = page.getByRole('button', { name: 'Move and change' });
    await expect.poll(() => isInView(page, start)).toBe(true);
    await start.click();

    const panel = page.getByRole('region', { name: 'Moving to content.example.test' });
    await panel.getByText('318 of 1,024 versions · 1.1 GB of 3.8 GB · at least 24 minutes').waitFor();
    await expect.poll(() => isInView(page, panel)).toBe(true);
    expect(callsOf(engine, 'move.start').map((call) => call.input)).toMatchObject([
      {
        contentAddress: 'https://content.example.test',
        secrets: { clientSecret: 'a-secret-0123' },
        httpAccepted: false,
      },
    ]);
    expect(await page.content()).not.toMatch(/a-secret-0123/);
    await panel.getByRole('button', { name: 'Pause' }).click();
    const paused = page.getByRole('region', { name: 'Moving to content.example.test is paused' });
    await paused.getByRole('button', { name: 'Stop moving' }).click();
    await paused.getByText('What has arrived stays there').waitFor();
    await paused.getByRole('alert').getByRole('button', { name: 'Stop moving' }).click();
    await paused.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'move.end')).toHaveLength(1);
  });

  test('changes without moving only where a person says so', async () => {
    const { page, engine } = await openWindow('ownService', connection);
    await enterService(page);
    await page.getByRole('button', { name: 'Change without them' }).click();
    // What waits for the service that is left is asked about next.
    await page.getByRole('button', { name: 'Change the service' }).click();
    await page.getByRole('group', { name: 'Client secret' }).waitFor();
    const said = callsOf(engine, 'connection.save').map((call) => call.input as { startWithout: boolean });
    expect(said.map(({ startWithout }) => startWithout)).toEqual([false, true, true]);
    expect(callsOf(engine, 'move.start')).toEqual([]);
  });

  test('names the files that could not move, and changes without them at a word', async () => {
    const { page, engine } = await openWindow('moveRefused', '#/activity');
    const panel = page.getByRole('region', { name: 'Nearly everything is on content.example.test' });
    await panel.getByText('Boiler 24 kW.step: The file is larger than the service accepts.').waitFor();
    await panel.getByRole('button', { name: 'Change without these' }).click();
    await expect
      .poll(() => callsOf(engine, 'move.resume').map((call) => call.input))
      .toEqual([{ withoutFailed: true }]);
  });
});

test('the card of a file leads to publishing it, with the comment at hand', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const card = page.getByRole('option').filter({ has: page.getByTitle(/^Publish /) });
  await card.first().hover();
  await card
    .first()
    .getByTitle(/^Publish /)
    .click();
  const comment = page.getByRole('textbox', { name: 'What changed' });
  await comment.waitFor();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Third size');
  await page
    .getByRole('region', { name: 'Details of the file' })
    .getByRole('button', { name: /ublish/ })
    .click();
  await expect
    .poll(() => callsOf(engine, 'publish.release').map((call) => (call.input as { comment: string }).comment))
    .toEqual(['Third size']);
});
