import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  closeCodeOf,
  connectSocket,
  openAddress,
  openWindowClient,
  outcomeOf,
  rightHandshake,
  startWindowServer,
} from '../fakes/window-server.ts';
import { ownPort } from '../own-port.ts';
import { sharedChromium } from './shared-chromium.ts';
import { startScript } from '../processes/processes.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

async function start(port?: number) {
  const server = await startWindowServer(port ?? (await ownPort()), 'dist/renderer');
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await server.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...server, origin: new URL(server.address).origin, close };
}

async function newBrowser(locale = 'en-GB'): Promise<BrowserContext> {
  const context = await (await sharedChromium()).newContext({ viewport: { width: 1280, height: 800 }, locale });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(30_000);
  return context;
}

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => onTestFinished(() => expect.fail(error.message)));
  await page.goto(address);
  return page;
}

/** Resolves with the path of a file once it is in a folder. */
async function fileNamed(name: string, folder: string): Promise<string> {
  for await (const { filename } of watch(folder)) if (filename === name) break;
  return join(folder, name);
}

const isOpen = (page: Page) =>
  page
    .getByRole('option', { name: /Panel radiator/ })
    .first()
    .waitFor();
const isShutOut = (page: Page) => page.getByRole('heading', { name: 'This tab cannot open the app.' }).waitFor();

describe('the one-time address, in a browser', () => {
  test('opens the window, leaves neither token nor proof in the address bar, and a reload keeps working', async () => {
    const { address, origin } = await start();
    const page = await openTab(await newBrowser(), address);
    await isOpen(page);
    expect(page.url()).toBe(`${origin}/`);
    await expect.poll(() => page.evaluate('history.length')).toBeLessThanOrEqual(2);
    await page.reload();
    await isOpen(page);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Activity' }).first().waitFor();
    expect(page.url()).toBe(`${origin}/#/activity`);
    await expect.poll(() => page.evaluate('document.cookie')).toBe('');
  });

  test('a second tab with the address copied is told how to get in, in the language of the browser', async () => {
    const { address, origin } = await start();
    const context = await newBrowser('nl-NL');
    const page = await openTab(context, address);
    await isOpen(page);
    const second = await openTab(context, `${origin}/#/publish`);
    await second.getByRole('heading', { name: 'Dit tabblad kan de app niet openen.' }).waitFor();
    await second.getByText('Ga naar het tabblad waarin de app open is.').waitFor();
    await second.getByText('uw bestanden blijven veilig').waitFor();
    // The tab that is in stays in.
    await page.reload();
    await isOpen(page);
  });

  test('a second browser is told so as well, and tries nothing any more', async () => {
    const { address, origin } = await start();
    await isOpen(await openTab(await newBrowser(), address));
    const stranger = await newBrowser();
    for (const wrong of [address, `${origin}/#proof=${'x'.repeat(43)}`, `${origin}/#proof=(`]) {
      const page = await stranger.newPage();
      let sockets = 0;
      page.on('websocket', () => (sockets += 1));
      await page.clock.install();
      await page.goto(wrong);
      await isShutOut(page);
      await page.getByText('Stop the app with Ctrl+C').waitFor();
      await page.clock.runFor(60_000);
      expect(sockets).toBe(1);
    }
  });

  test('two instances are open side by side in one browser', async () => {
    const [one, other] = [await start(), await start()];
    const context = await newBrowser();
    const tabs = [await openTab(context, one.address), await openTab(context, other.address)];
    for (const tab of tabs) await isOpen(tab);
    for (const tab of tabs) {
      await tab.reload();
      await isOpen(tab);
    }
  });

  test('a tab that was open when the app was started again on its port is told so, and after a reload too', async () => {
    const first = await start();
    const context = await newBrowser();
    const page = await openTab(context, first.address);
    await isOpen(page);
    await first.close();
    await page.getByText('Connection to the app lost').waitFor();
    const second = await start(Number(new URL(first.address).port));
    await isShutOut(page);
    await page.reload();
    await isShutOut(page);
    await page.goto(second.address);
    await isOpen(page);
  });
});

describe('the app in a browser', () => {
  test.runIf(process.platform === 'linux')('is opened by a page that leads there and is gone then', async () => {
    const [home, desktop] = [temporaryFolder(), temporaryFolder()];
    // Whole once it has its name.
    const opener = '#!/bin/sh\nprintf %s "$*" > "$0.args" && mv "$0.args" "$0.given"\n';
    writeFileSync(join(desktop, 'xdg-open'), opener, { mode: 0o755 });
    const given = fileNamed('xdg-open.given', desktop);
    const environment = { HOME: home, PATH: `${desktop}${delimiter}${process.env['PATH'] ?? ''}` };
    const options = ['--browser', '--port', '0', '--data', temporaryFolder()];
    const app = startScript('build/start.ts', options, environment);
    onTestFinished(async () => {
      app.kill();
      await app.ended;
    });
    const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
    const page = readFileSync(await given, 'utf8');

    const tab = await openTab(await newBrowser(), pathToFileURL(page).href);
    await tab.locator('main').waitFor();
    expect(tab.url()).toBe(`${new URL(address).origin}/`);
    await expect.poll(() => tab.evaluate('document.referrer')).toBe('');
    expect(readdirSync(home).filter((name) => name.endsWith('.html'))).toEqual([]);
    app.kill();
    expect(await app.ended).toBe(0);
    expect(app.output()).toBe(`Ready: ${address}\n`);
  });

  test('outlives what ended it: broken frames, huge messages, broken requests and resets', async () => {
    const options = ['--browser', '--no-open', '--port', '0', '--data', temporaryFolder()];
    const app = startScript('build/start.ts', options);
    onTestFinished(async () => {
      app.kill();
      await app.ended;
    });
    const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
    const key = await openAddress(address);
    const window = await openWindowClient(key);
    onTestFinished(() => window.close());

    for (const code of [1002, 1009]) {
      const socket = connectSocket(key, rightHandshake(key));
      socket.on('error', () => undefined);
      expect(await outcomeOf(socket)).toBe('open');
      if (code === 1009) socket.send('x'.repeat((1 << 20) + 1));
      else (socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(Buffer.alloc(6, 0xff));
      expect(await closeCodeOf(socket)).toBe(code);
    }
    for (const request of ['GET //', 'GET /rpc', 'GET /index.html HTTP/1.1\r\nRange: bytes=5-2']) {
      const lines = request.includes('HTTP')
        ? request
        : `${request} HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade`;
      const connection = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
      await once(connection, 'connect');
      connection.write(`${lines}\r\nHost: ${key.host}\r\nCookie: ${key.cookie}\r\n\r\n`);
      connection.resetAndDestroy();
    }

    expect((await window.client.snapshot()).status.libraries).toEqual([]);
    expect(app.errors()).toBe('');
  });
});
