import { existsSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import type { WebContents } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';

type Listener = (event: { source: unknown; data: unknown; ports: readonly MessagePort[] }) => void;

type FromMain = (event: { ports: readonly MessagePort[] }, message?: unknown) => void;

/** A page as its scripts see it: what the preload script exposed, and messages to itself. */
export class Page {
  readonly #listeners = new Set<Listener>();
  readonly #fromMain = new Map<string, FromMain>();
  /** What the preload script put into the page's world. */
  readonly exposed: Record<string, unknown> = {};
  /** Everything that reached this page: what was posted in it, and what came over its ports. */
  readonly heard: unknown[] = [];
  readonly url: string;
  readonly #contents: WebContents;

  constructor(contents: WebContents, url: string) {
    this.#contents = contents;
    this.url = url;
  }

  addEventListener(_kind: 'message', listener: Listener): void {
    this.#listeners.add(listener);
  }
  removeEventListener(_kind: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }
  postMessage(data: unknown, _targetOrigin: string, ports: readonly MessagePort[] = []): void {
    this.heard.push(data);
    // Listening this way does not start the port: that is for the page to do.
    for (const port of ports) {
      port.addEventListener('message', (event) => this.heard.push((event as unknown as { data: unknown }).data));
    }
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener({ source: this, data, ports });
    });
  }

  /** A message of the main process, for the preload script. */
  receive(channel: string, ports: readonly MessagePort[], message?: unknown): void {
    this.#fromMain.get(channel)?.({ ports }, message);
  }

  /** Runs a built preload script as Electron's sandbox does: CommonJS, with `electron` and nothing else to require. */
  runPreload(file: string): void {
    if (!existsSync(file)) return;
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, value: Record<string, unknown>) =>
          void (this.exposed[name] = asSeenByPage(value)),
      },
      // A file that was dropped or chosen knows where it lies; the path is not in reach of the page itself.
      webUtils: { getPathForFile: (file: { readonly name: string }) => `/dropped/${file.name}` },
      ipcRenderer: {
        send: (channel: string) => void ipcMain.emit(channel, this.#contents.ipcEvent()),
        on: (channel: string, listener: FromMain) => void this.#fromMain.set(channel, listener),
      },
    };
    const require = (name: string): unknown => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    };
    // A context of its own has nothing of Node, as the sandbox has not.
    runInNewContext(readFileSync(file, 'utf8'), { require, window: this });
  }
}

/** Electron copies what a preload script exposes; functions stay callable, anything else that cannot be copied throws. */
function asSeenByPage(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, typeof part === 'function' ? part : structuredClone(part)]),
  );
}
