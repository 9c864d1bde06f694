import type { EngineClient } from '../../../renderer/connect/engine-client.ts';
import type { Page } from './page.ts';

/** A connection of the window's own making, as far as tests use it. */
export interface WindowConnection {
  readonly engine: EngineClient;
  /** Settles when the connection is gone. */
  readonly ended: Promise<void>;
  close(): void;
}

interface Carrier {
  readonly ended: Promise<void>;
  close(): void;
}

// By computed names: these modules are of the page and need its types, which tests on Node do not have.
const inRenderer = (file: string): string => new URL(`../../../renderer/connect/${file}`, import.meta.url).href;

/** Connects a page to the engine with the window's own code. */
export async function connectWindow(page: Page, signal: AbortSignal): Promise<WindowConnection> {
  const { openPortCarrier } = (await import(inRenderer('port-carrier.ts'))) as {
    openPortCarrier(page: Page, signal: AbortSignal): Promise<Carrier>;
  };
  const { createEngineClient } = (await import(inRenderer('engine-client.ts'))) as {
    createEngineClient(current: () => Carrier): EngineClient;
  };
  const carrier = await openPortCarrier(page, signal);
  return { engine: createEngineClient(() => carrier), ended: carrier.ended, close: () => carrier.close() };
}
