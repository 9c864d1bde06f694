import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import { isCutOff, type Reachability } from '../../shared/errors/reachability.ts';
import { placeForFile } from '../../shared/rpc/intake-records.ts';
import { addExample } from './window/added-files.ts';
import type { EngineEventBody } from '../../shared/rpc/engine-event.ts';
import { exampleActivity, exampleWrites, exampleQueue } from './window/activity-rows.ts';
import { createEngineRouter } from './window/engine-router.ts';
import { createEventLog, type FakeEngineState } from './window/engine-state.ts';
import { examplePictures } from './window/example-pictures.ts';
import { exampleBackups } from './window/backup-rows.ts';
import { exampleStatus, exampleWork, slowWork, type Scenario } from './window/example-status.ts';
import { asInStep, exampleFiles, manyFiles } from './window/file-rows.ts';
import { exampleRequests, exampleSelections } from './window/service-rows.ts';

export type { Scenario } from './window/example-status.ts';

/** A stand-in for the engine: the window contract over example data, and the built window itself, on loopback. */
export interface WindowEngine {
  readonly url: string;
  readonly port: number;
  /** What it knows; change it and publish what changed. */
  readonly state: FakeEngineState;
  readonly publish: (body: EngineEventBody) => void;
  /** Ends every open connection, as a crash of the engine would; new ones are accepted. */
  readonly dropConnections: () => void;
  /** Whether new connections are turned away. */
  readonly refuseConnections: (refused: boolean) => void;
  readonly close: () => Promise<void>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const builtWindow = fileURLToPath(new URL('../../dist/renderer/', import.meta.url));

/** @param wantedPort where an earlier one was, of which a browser kept what never changes; any by default */
export async function createWindowEngine(scenario: Scenario, wantedPort = 0): Promise<WindowEngine> {
  const state = exampleState(scenario);
  const log = createEventLog();
  const handler = new RPCHandler(createEngineRouter(state, log));
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    if (request.method === 'PUT') return void takeFile(request, response, state);
    const path = normalize(new URL(request.url ?? '/', 'http://window.test').pathname);
    const file = join(builtWindow, path === '/' ? 'index.html' : path);
    const type = mediaTypes[extname(file)];
    if (type === undefined || !file.startsWith(builtWindow) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    // The name of an asset is made from what is in it.
    const caching = path.startsWith('/assets/') ? { 'cache-control': 'max-age=3600, immutable' } : {};
    response.writeHead(200, { 'content-type': type, ...caching });
    createReadStream(file).pipe(response);
  });
  let isRefusing = false;
  server.on('upgrade', (request, socket, head) => {
    if (isRefusing) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => void handler.upgrade(accepted));
  });
  const port = await listenOn(server, wantedPort);

  const dropConnections = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    state,
    publish: log.publish,
    dropConnections,
    refuseConnections: (refused) => (isRefusing = refused),
    async close() {
      dropConnections();
      sockets.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Where something else has the port meanwhile, it is another one. */
async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (port === 0) throw error;
    return listenOn(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

/** What was asked of the service itself. */
const exampleAsked = () => ({ requests: exampleRequests(), selections: exampleSelections() });

/** As the app takes a file that a page sends. */
async function takeFile(request: IncomingMessage, response: ServerResponse, state: FakeEngineState): Promise<void> {
  for await (const _ of request);
  const place = placeForFile.parse(Object.fromEntries(new URL(request.url ?? '', 'http://window.test').searchParams));
  state.calls.push({ name: 'intake', input: place });
  response.end(JSON.stringify(addExample(state, place)));
}

/** What the fake engine of a scenario knows at first. */
export function exampleState(scenario: Scenario): FakeEngineState {
  const isQuiet = scenario === 'quiet' || scenario === 'large';
  const examples = scenario === 'large' ? manyFiles(100_000) : exampleFiles();
  const hasNoTrouble = scenario === 'firstSync' || scenario === 'fewRequests' || isCutOff(scenario as Reachability);
  const isInStep = scenario === 'quiet' || hasNoTrouble;
  const files = isInStep ? examples.map(asInStep) : examples;
  const queue =
    isQuiet || scenario === 'firstRun' || scenario === 'begunAnew'
      ? []
      : exampleQueue().filter(({ state }) => !hasNoTrouble || state !== 'needsAttention');
  const activity = scenario === 'firstRun' || scenario === 'begunAnew' ? [] : exampleActivity();
  const status = exampleStatus(scenario, files, queue);
  const backups = isQuiet || scenario === 'firstRun' ? [] : exampleBackups();
  const work = scenario === 'firstSync' ? exampleWork : scenario === 'fewRequests' ? slowWork : undefined;
  const asked = scenario === 'firstRun' ? { requests: [], selections: [] } : exampleAsked();
  const none = { productImport: undefined, saving: undefined, bimReady: new Map<number, boolean>() };
  const noCredentials = { credentials: 'none', credentialsId: 'none', keychain: 'works' } as const;
  const addIns = { on: false, port: 18_630, serves: true, ...noCredentials };
  const writes = scenario === 'trouble' ? exampleWrites() : [];
  const known = {
    files,
    queue,
    activity,
    backups,
    pictures: examplePictures(),
    looked: new Map(),
    status,
    work,
    addIns,
    writes,
  };
  const answers = { calls: [], failing: new Map(), held: new Map(), leftOut: { skipped: 0, inLibrary: 0, beyond: 0 } };
  return { ...known, ...asked, ...none, ...answers, host: 'browser' };
}
