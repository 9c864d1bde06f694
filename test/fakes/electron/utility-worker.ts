import { EventEmitter } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { MessagePortMain } from './message-ports.ts';

/** The inside of a stand-in utility process: gives the script `process.parentPort` and runs it. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    parentPort?.postMessage(message);
  }
}

const parent = new ParentPort();
Object.assign(process, { parentPort: parent });

const { script } = workerData as { readonly script: string };
await import(pathToFileURL(script).href);
// Messages are kept until somebody listens, as in Electron.
parentPort?.on('message', ({ message, ports }: { message: unknown; ports: MessagePort[] }) =>
  parent.emit('message', { data: message, ports: ports.map((port) => new MessagePortMain(port)) }),
);
