import type { MessagePort } from 'node:worker_threads';
import type { Browser, Page as ShownPage } from 'playwright-core';
import { askForPort, portIsHere } from '../../../shared/rpc/window-port.ts';
import { session } from '../../fakes/electron/electron.ts';
import type { Page } from '../../fakes/electron/page.ts';

/** Where a real browser finds the pages of the app, which it would know as app://window/ in Electron. */
const address = 'https://app.window/';

/** What the page of a real browser is given in place of the preload script: a port whose other end is in this process. */
const preload = `
  window.cadLibrarySync = { port: true, pathOfFile: () => '' };
  window.addEventListener('message', async ({ source, data }) => {
    if (source !== window || data !== ${JSON.stringify(askForPort)}) return;
    const { port1, port2 } = new MessageChannel();
    window.fromEngine = (message) => port1.postMessage(message);
    await window.connectToEngine();
    port1.onmessage = ({ data }) => window.toEngine(data);
    window.postMessage(${JSON.stringify(portIsHere)}, '*', [port2]);
  });`;

/**
 * Shows the packed window in a real browser: its files come from the app's own protocol handler with the headers it
 * sends, and what it asks goes to the engine over the port the app gives.
 */
export async function showWindow(browser: Browser, app: Page): Promise<{ page: ShownPage; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.route(`${address}**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const answer = await session.defaultSession.fetch(`app://window${path}`);
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  let send: (message: unknown) => void = () => undefined;
  await page.exposeFunction('connectToEngine', async () => {
    const port = await portOf(app);
    port.on('message', (message: unknown) => {
      // Nobody waits for it: a page that is gone needs no message.
      page.evaluate(`window.fromEngine(${JSON.stringify(message)})`).catch(() => undefined);
    });
    send = (message) => port.postMessage(message);
  });
  await page.exposeFunction('toEngine', (message: unknown) => send(message));
  await page.addInitScript(preload);
  await page.goto(address);
  return { page, complaints };
}

function portOf(app: Page): Promise<MessagePort> {
  return new Promise((resolve) => {
    app.addEventListener('message', ({ data, ports: [port] }) => {
      if (data === portIsHere && port) resolve(port);
    });
    app.postMessage(askForPort, '*');
  });
}
