import { expect, test } from 'vitest';
import { createEngineClient } from '../../../../renderer/connect/engine-client.ts';
import type { Carrier } from '../../../../renderer/connect/carrier.ts';
import { portIsHere } from '../../../../shared/rpc/window-port.ts';

// By a computed name: it is of the page and needs its types, which tests on Node do not have.
const { openPortCarrier } = (await import(
  new URL('../../../../renderer/connect/port-carrier.ts', import.meta.url).href
)) as { openPortCarrier: (page: EventTarget, signal: AbortSignal) => Promise<Carrier> };

/** As Chromium has it: closing a port tells the other end only. */
class SilentPort extends EventTarget {
  readonly asked = Promise.withResolvers<void>();
  start(): void {}
  postMessage(): void {
    this.asked.resolve();
  }
  close(): void {}
}

/** A page whose preload script has a port at once. */
function pageWith(port: SilentPort): EventTarget {
  const page = new EventTarget();
  const give = (): void => {
    page.dispatchEvent(Object.assign(new Event('message'), { data: portIsHere, source: page, ports: [port] }));
  };
  return Object.assign(page, { postMessage: give });
}

test('a call that is on its way fails when the window gives up its connection', async () => {
  const port = new SilentPort();
  const carrier = await openPortCarrier(pageWith(port), new AbortController().signal);
  const call = createEngineClient(() => carrier).files.get({ fileId: 'a file' });
  const outcome = call.then(String, () => 'failed');
  await port.asked.promise;
  carrier.close();
  await carrier.ended;
  const later = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
  expect(await Promise.race([outcome, later])).toBe('failed');
});
