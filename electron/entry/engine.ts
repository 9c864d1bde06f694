import { join } from 'node:path';
import type { MessagePortMain } from 'electron';
import { connectShell } from '../channels/connect-shell.ts';
import { createRouter } from '../channels/router.ts';
import { createPortServer, type PortServer } from '../channels/serve-ports.ts';
import { createRedactor } from '../client/redactor.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { toAppError } from '../../shared/errors/app-error.ts';
import { messageToEngine, type MessageFromEngine, type MessageToEngine } from '../../shared/rpc/engine-messages.ts';
import { createHostPorts } from './host-ports.ts';
import { openApplication } from './open-application.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** The engine's process of the desktop app: the application, its windows' ports, and the private port to the shell. */
interface Running {
  readonly windows: PortServer;
  runsOnBattery(isOn: boolean): void;
  close(): Promise<void>;
}

type Start = Extract<MessageToEngine, { kind: 'start' }>;

const { parentPort } = process;
let running: Promise<Running> | undefined;

parentPort.on('message', ({ data, ports: [port] }) => {
  const message = messageToEngine.parse(data);
  switch (message.kind) {
    case 'start':
      if (port) start(message, port);
      break;
    case 'window':
      void running?.then(({ windows }) => port && windows.serve(port));
      break;
    case 'fallAsleep':
      systemClock.fallAsleep();
      break;
    case 'wakeUp':
      systemClock.wakeUp();
      break;
    case 'onBattery':
    case 'onMains':
      void running?.then((engine) => engine.runsOnBattery(message.kind === 'onBattery'));
      break;
    case 'stop':
      void stop();
      break;
  }
});

function start(message: Start, shellPort: MessagePortMain): void {
  running = open(message, shellPort);
  running.then(
    () => tell({ kind: 'ready' }),
    (error: unknown) => tell({ kind: 'failed', error: toAppError(error).toRecord() }),
  );
}

async function open({ dataDir, productVersion }: Start, shellPort: MessagePortMain): Promise<Running> {
  const connected = connectShell(shellPort);
  const redactor = createRedactor();
  const log = createLog({ file: join(dataDir, 'log', 'app.log'), redact: (text) => redactor.redact(text) });
  process.on('uncaughtExceptionMonitor', (cause) => log.write('error', 'engine-fails', { error: cause }));
  const host = createHostPorts(dataDir, redactor, log.write, {
    host: 'electron',
    secrets: rememberingSecrets(connected.secrets, redactor),
    shell: connected.shell,
    productVersion,
    resolveProxy: (origin) => connected.resolveProxy(origin),
  });
  const app = await openApplication(dataDir, host, log.write);
  const windows = createPortServer(createRouter(app));
  return {
    windows,
    runsOnBattery: (isOn) => host.pictures.holdOutlines('battery', isOn),
    async close() {
      windows.close();
      await app.close();
      log.close();
    },
  };
}

async function stop(): Promise<void> {
  try {
    await (await running)?.close();
  } finally {
    process.exit(0);
  }
}

function tell(message: MessageFromEngine): void {
  parentPort.postMessage(message);
}
