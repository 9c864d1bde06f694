import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { ownPort } from '../own-port.ts';
import { field, press } from './at-the-window.ts';
import { openWindow, startApp } from './open-app.ts';
import { sampleDrawing } from '../processes/samples.ts';
import { getWithToken } from '../processes/service-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

const credentials = {
  CADSYNC_CLIENT_ID: 'story-client',
  CADSYNC_CLIENT_SECRET: 'story-secret-0123456789',
  CADSYNC_LICENSE_CODE: 'story-license-0123456789',
};

describe('the main job, in a browser', () => {
  test('a drawing saved in the watched folder becomes a draft, is published with one click, and comes back byte for byte', async () => {
    const dataDir = temporaryFolder();
    const { address } = await startApp(dataDir, credentials);
    const page = await openWindow(address);

    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByRole('status').getByText('1 file has no class yet').waitFor();

    const drawing = sampleDrawing('step/DN15_Stamped_Flange.step');
    const folder = join(dataDir, 'demo library', 'Flensen en fittingen é', 'EC010107_v2', 'MC000777_v1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'DN15 Stamped Flange.step'), drawing);

    await page.getByRole('searchbox').first().fill('DN15 Stamped');
    const card = page.getByRole('option', { name: /DN15 Stamped Flange/ });
    await card.getByText('0.1').waitFor();
    await card.click();

    const comment = 'First issue, checked against the sheet of the maker';
    const detail = page.getByRole('region', { name: 'File' }).or(page.locator('section.panel')).first();
    await detail.getByRole('textbox').first().fill(comment);
    await detail.getByRole('button', { name: 'Publish 0.1 as 1.0' }).click();
    await expect
      .poll(() => detail.getByRole('list').last().innerText(), { timeout: 30_000 })
      .toMatch(/1\.0[\s\S]*First issue[\s\S]*0\.1/);

    const [product] = makeDemoCatalogue().products;
    const gtin = product?.gtins[0] ?? '';
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(gtin);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: product?.names['en'] ?? '' }).waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page
      .getByRole('link', { name: 'Add-ins' })
      .or(page.getByRole('button', { name: 'Add-ins' }))
      .first()
      .click();
    await page.getByText('On', { exact: true }).click();
    const shown = page.locator('dd code');
    // What add-ins sign in with, and where, unless another program on this computer has that port.
    await expect.poll(() => shown.count()).toBeGreaterThan(2);
    const port = String(await ownPort());
    await field(page, 'Port').fill(port);
    await press(page, 'Use this port');
    await expect.poll(async () => (await shown.allInnerTexts())[0]).toBe(`http://127.0.0.1:${port}`);
    const [serviceAddress = '', clientId = '', clientSecret = ''] = await shown.allInnerTexts();
    for (const secret of Object.values(credentials)) expect(await page.content()).not.toContain(secret);

    const path = '/api/v1/Files/Revit/2025/EC010107/2/MC000777/1/Template?LanguageCode=&MajorVersion=1&MinorVersion=0';
    const made = { CADSYNC_CLIENT_ID: clientId, CADSYNC_CLIENT_SECRET: clientSecret };
    const download = await getWithToken(serviceAddress, made, path);
    expect(download.status).toBe(200);
    expect(createHash('sha256').update(download.bytes).digest('hex')).toBe(
      createHash('sha256').update(drawing).digest('hex'),
    );
    expect(download.bytes.equals(drawing)).toBe(true);
  });

  test('the address opens once: a second browser is turned away, and pages elsewhere cannot reach it', async () => {
    const { address } = await startApp(temporaryFolder(), credentials);
    await openWindow(address);
    const stranger = await fetch(address, { redirect: 'manual' });
    expect(stranger.status).toBe(403);
    const { origin } = new URL(address);
    expect((await fetch(origin)).status).toBe(403);
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`);
    const outcome = await new Promise((resolve) => {
      socket.onerror = () => resolve('refused');
      socket.onopen = () => resolve('open');
    });
    expect(outcome).toBe('refused');
  });

  test('Ctrl+C ends the app at once and cleanly', async () => {
    const { process } = await startApp(temporaryFolder(), credentials);
    process.kill('SIGINT');
    expect(await process.ended).toBe(0);
  });
});
