import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { MessagePortMain } from './message-ports.ts';
import { Page } from './page.ts';
import { session } from './session.ts';

let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly #preload: string | undefined;
  #destroyed = false;
  page: Page | undefined;
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | undefined;

  constructor(preload: string | undefined) {
    super();
    this.#preload = preload;
  }

  setWindowOpenHandler(handler: NonNullable<typeof this.openHandler>): void {
    this.openHandler = handler;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  destroy(): void {
    this.#destroyed = true;
    this.page = undefined;
  }
  postMessage(channel: string, _message: unknown, transfer: readonly unknown[] = []): void {
    const ports = (transfer as readonly MessagePortMain[]).map((port) => port.detach());
    this.page?.receive(channel, ports);
  }
  send(channel: string, message: unknown): void {
    this.page?.receive(channel, [], message);
  }
  /** Loads an address through the session's own protocols, and runs the preload script before the page. */
  async load(url: string): Promise<void> {
    const answer = await session.defaultSession.fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
    if (this.#destroyed) return;
    this.page = new Page(this, url);
    if (this.#preload !== undefined) this.page.runPreload(this.#preload);
  }
  /** The event of a message that this page's main frame sends. */
  ipcEvent(url = this.page?.url, parent: unknown = null) {
    return { sender: this, senderFrame: url === undefined ? null : { url, parent } };
  }
}

/** A window without a screen, whose page is a Page. */
export class BrowserWindow extends EventEmitter {
  static readonly #all = new Set<BrowserWindow>();
  static onCreated: (window: BrowserWindow) => void = () => undefined;
  static onAllClosed: () => void = () => undefined;

  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: WebContents;
  readonly calls: string[] = [];
  bounds: Electron.Rectangle;
  backgroundColor: string | undefined;
  maximized = false;
  minimized = false;
  /** Settles once the page was loaded, or could not be. */
  loaded: Promise<void> = Promise.resolve();

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const { x = 0, y = 0, width = 800, height = 600, backgroundColor, webPreferences } = options;
    this.options = options;
    this.bounds = { x, y, width, height };
    this.backgroundColor = backgroundColor;
    this.webContents = new WebContents(webPreferences?.preload);
    BrowserWindow.#all.add(this);
    BrowserWindow.onCreated(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }

  /** Those that tests of another file left open: test files share what they import. */
  static forgetAll(): void {
    BrowserWindow.#all.clear();
  }

  loadURL(url: string): Promise<void> {
    this.loaded = this.webContents.load(url).then(() => void this.emit('ready-to-show'));
    return this.loaded;
  }
  show(): void {
    this.calls.push('show');
  }
  focus(): void {
    this.calls.push('focus');
  }
  restore(): void {
    this.calls.push('restore');
    this.minimized = false;
  }
  maximize(): void {
    this.maximized = true;
  }
  focused = false;
  isFocused(): boolean {
    return this.focused;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.bounds };
  }
  setBackgroundColor(color: string): void {
    this.backgroundColor = color;
  }
  close(): void {
    this.emit('close');
    this.destroy();
  }
  destroy(): void {
    if (!BrowserWindow.#all.delete(this)) return;
    this.webContents.destroy();
    this.emit('closed');
    if (BrowserWindow.#all.size === 0) BrowserWindow.onAllClosed();
  }
}

BrowserWindow satisfies new (options?: Electron.BrowserWindowConstructorOptions) => Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'isFocused'
  | 'isMinimized'
  | 'getNormalBounds'
  | 'setBackgroundColor'
  | 'close'
  | 'destroy'
> & {
  readonly webContents: Pick<
    Electron.WebContents,
    'id' | 'isDestroyed' | 'postMessage' | 'send' | 'setWindowOpenHandler'
  >;
};
