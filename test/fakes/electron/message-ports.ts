import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type * as Electron from 'electron';

/** Electron's message port over one of Node, which carries it between threads as Electron does between processes. */
export class MessagePortMain extends EventEmitter {
  readonly #raw: MessagePort;
  /** Everything this end has sent, for tests that look for what must not cross. */
  readonly sent: unknown[] = [];

  constructor(raw: MessagePort) {
    super();
    this.#raw = raw;
  }

  start(): void {
    this.#raw.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    this.#raw.once('close', () => this.emit('close'));
  }

  postMessage(message: unknown): void {
    this.sent.push(message);
    this.#raw.postMessage(message);
  }

  close(): void {
    this.#raw.close();
  }

  /** The port under it, to be sent elsewhere; this one is of no use from then on, as in Electron. */
  detach(): MessagePort {
    return this.#raw;
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new MessagePortMain(port1);
    this.port2 = new MessagePortMain(port2);
  }
}

MessagePortMain satisfies new (raw: MessagePort) => Pick<Electron.MessagePortMain, 'postMessage' | 'start' | 'close'>;
