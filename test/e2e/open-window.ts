import type { ConsoleMessage, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { askForPort, portIsHere } from '../../shared/rpc/window-port.ts';
import { socketPath } from '../../shared/rpc/window-socket.ts';
import { createWindowEngine, type Scenario, type WindowEngine } from '../fakes/window-engine.ts';
import { keepPage, keepPort, openPage, takePage, takePort } from './kept-pages.ts';
import { untilKeysArrive } from './shown-page.ts';

/**
 * Opens the built window on a fake engine, and waits until it has heard how everything stands: before that it takes no
 * keys. What the page complains of fails the test.
 */
export async function openWindow(...how: Parameters<typeof loadWindow>): ReturnType<typeof loadWindow> {
  const opened = await loadWindow(...how);
  await opened.page.locator('.stack').waitFor({ state: 'attached' });
  return opened;
}

/** As `openWindow`, before the window has heard anything. */
export async function loadWindow(
  scenario: Scenario,
  hash = '#/library',
  preload = '',
  locale = 'en-GB',
): Promise<{ page: Page; engine: WindowEngine }> {
  const isKept = preload === '';
  const engine = await createWindowEngine(scenario, isKept ? takePort() : undefined);
  const complaints: string[] = [];
  const page = await (isKept ? takePage(locale) : openPage(locale));
  if (!isKept) await page.addInitScript(preload);
  const onError = (error: Error) => complaints.push(error.message);
  // A lost connection, and the question why there is none, are logged by the browser itself; everything else (a policy, a
  // defect) is a failure.
  const onConsole = (message: ConsoleMessage) => {
    const isOfConnection =
      message.text().includes('WebSocket') || new URL(message.location().url, engine.url).pathname === socketPath;
    if (message.type() === 'error' && !isOfConnection) complaints.push(message.text());
  };
  page.on('pageerror', onError).on('console', onConsole);
  onTestFinished(async ({ task }) => {
    page.off('pageerror', onError).off('console', onConsole);
    const isAsOpened = !page.isClosed() && page.url().startsWith(engine.url) && page.context().pages().length === 1;
    if (isKept && isAsOpened && task.result?.state !== 'fail') await keepPage(page, locale);
    else await page.context().close();
    await engine.close();
    if (isKept) keepPort(engine.port);
    expect(complaints).toEqual([]);
  });
  await page.goto(engine.url + hash);
  await page.locator('main').waitFor();
  await untilKeysArrive(page);
  return { page, engine };
}

/** With the pointer: a page that has only just been opened may drop a key that is pressed beside others. */
export const openPalette = (page: Page): Promise<void> => page.getByRole('button', { name: 'Go to …' }).click();

/** As the preload script does it, with the fake engine's socket behind the port. */
export const preloadStandIn = `
  window.cadLibrarySync = { port: true };
  window.portsGiven = [];
  window.addEventListener('message', ({ source, data, ports }) => {
    if (data === '${portIsHere}') window.portsGiven.push(ports[0]);
    if (source !== window || data !== '${askForPort}') return;
    const { port1, port2 } = new MessageChannel();
    const socket = new WebSocket('ws://' + location.host + '/rpc');
    const opened = new Promise((resolve) => (socket.onopen = resolve));
    port1.onmessage = async (message) => {
      await opened;
      socket.send(message.data);
    };
    socket.onmessage = (message) => port1.postMessage(message.data);
    window.postMessage('${portIsHere}', '*', [port2]);
  });`;

/** The calls of that name (`files.open`) the window made, in order. */
export const callsOf = (engine: WindowEngine, name: string) => engine.state.calls.filter((call) => call.name === name);

/** The content key of a file of the example. */
export const keyOf = (engine: WindowEngine, fileId: string): string | undefined =>
  engine.state.files.find((file) => file.fileId === fileId)?.key;
