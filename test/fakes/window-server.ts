import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { serveWindow } from '../../electron/channels/serve-window.ts';
import type { windowContract } from '../../shared/rpc/contract.ts';
import type { EngineEventBody } from '../../shared/rpc/engine-event.ts';
import { proofFragment, socketPath, windowProtocol } from '../../shared/rpc/window-socket.ts';
import type { PlaceForFile } from '../../shared/rpc/intake-records.ts';
import { addExample } from './window/added-files.ts';
import { createEngineRouter } from './window/engine-router.ts';
import { createEventLog } from './window/engine-state.ts';
import { exampleState } from './window-engine.ts';

/** The server of the browser mode, with the fake engine behind it. */
export interface TestWindowServer {
  /** The one-time address. */
  readonly address: string;
  /** Resolves when somebody has opened it. */
  readonly opened: Promise<void>;
  readonly publish: (body: EngineEventBody) => void;
  /** The files that pages sent. */
  readonly received: { readonly place: PlaceForFile; readonly text: string; readonly sizeBytes: number }[];
  /** How many files pages began to send. */
  readonly arriving: () => number;
  readonly close: () => Promise<void>;
}

/** @param pagesDir the window it serves; by default a page and a script that do nothing */
export async function startWindowServer(port = 0, pagesDir?: string): Promise<TestWindowServer> {
  const emptyPages = mkdtempSync(join(tmpdir(), 'cadsync-pages-'));
  writeFileSync(join(emptyPages, 'index.html'), '<!doctype html><title>The window</title>');
  writeFileSync(join(emptyPages, 'main.js'), 'export {};');
  const state = exampleState('everyday');
  const log = createEventLog();
  const received: TestWindowServer['received'] = [];
  let arriving = 0;
  const served = await serveWindow({
    router: createEngineRouter(state, log),
    pagesDir: pagesDir ?? emptyPages,
    port,
    async takeFile(place, { bytes, sizeBytes }) {
      arriving += 1;
      const asked = addExample({ files: state.files }, place);
      if (asked.outcome === 'occupied') return asked;
      let text = '';
      for await (const chunk of bytes) text += Buffer.from(chunk).toString('latin1');
      received.push({ place, text, sizeBytes });
      return addExample(state, place);
    },
  });
  return {
    address: served.address,
    opened: served.opened,
    publish: log.publish,
    received,
    arriving: () => arriving,
    async close() {
      await served.close();
      rmSync(emptyPages, { recursive: true, force: true });
    },
  };
}

/** What a browser and its tab hold once they have opened the one-time address. */
export interface WindowKey {
  readonly host: string;
  /** `name=value` */
  readonly cookie: string;
  readonly proof: string;
}

/** Opens the one-time address as a browser does. */
export async function openAddress(address: string): Promise<WindowKey> {
  const answer = await fetch(address, { redirect: 'manual' });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const [, proof = ''] = (answer.headers.get('location') ?? '').split(proofFragment);
  return { host: new URL(address).host, cookie, proof };
}

/** What a handshake says; `undefined` leaves it out. */
export interface Handshake {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly cookie?: string | undefined;
  readonly protocols?: readonly string[];
  readonly path?: string;
}

/** The handshake of the window's own page. */
export function rightHandshake({ host, cookie, proof }: WindowKey): Required<Handshake> {
  return { host, origin: `http://${host}`, cookie, protocols: [windowProtocol, proof], path: socketPath };
}

/** A socket of a client that is no browser, and may say of itself what it likes. */
export function connectSocket({ host }: WindowKey, handshake: Handshake): WebSocket {
  const { cookie, origin, protocols = [], path = socketPath } = handshake;
  const headers = { ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}), host: handshake.host ?? host };
  return new WebSocket(`ws://${host}${path}`, [...protocols], { headers });
}

/** `open`, or the status it was refused with. */
export function outcomeOf(socket: WebSocket): Promise<number | 'open' | 'failed'> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_, answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    socket.once('error', () => resolve('failed'));
  });
}

/** The close code a client was sent; 1006 where its connection was cut. */
export function closeCodeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** A window that keeps to the rules. */
export async function openWindowClient(key: WindowKey) {
  const socket = connectSocket(key, rightHandshake(key));
  const outcome = await outcomeOf(socket);
  if (outcome !== 'open') throw new Error(`A window that keeps to the rules was not let in: ${outcome}.`);
  const link = new RPCLink({ websocket: socket });
  const client: ContractRouterClient<typeof windowContract> = createORPCClient(link);
  return { socket, client, close: () => socket.terminate() };
}
