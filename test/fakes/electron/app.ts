import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { preventable } from './preventable.ts';

class App extends EventEmitter {
  isPackaged = true;
  /** What `requestSingleInstanceLock` answers: whether this is the only app on its data. */
  isOnlyOne = true;
  isSandboxed = false;
  hasQuit = false;
  appPath = '/app';
  readonly paths = new Map<string, string>();

  getPath(name: string): string {
    const path = this.paths.get(name);
    if (path === undefined) throw new Error(`The test gives no path for ${name}.`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getAppPath(): string {
    return this.appPath;
  }
  getVersion(): string {
    return '0.0.0-test';
  }
  /** The schemes of links that this app is the program for. */
  readonly schemes: string[] = [];
  loginItem: Electron.Settings | undefined;
  wasOpenedAtLogin = false;

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme);
    return true;
  }
  setAppUserModelId(): void {}
  setLoginItemSettings(settings: Electron.Settings): void {
    this.loginItem = settings;
  }
  getLoginItemSettings() {
    return { openAtLogin: this.loginItem?.openAtLogin === true, wasOpenedAtLogin: this.wasOpenedAtLogin };
  }
  requestSingleInstanceLock(): boolean {
    return this.isOnlyOne;
  }
  enableSandbox(): void {
    this.isSandboxed = true;
  }
  /** Those of the system, as a person ordered them. */
  languages = ['en-GB'];
  getPreferredSystemLanguages(): string[] {
    return this.languages;
  }
  async whenReady(): Promise<void> {}

  exitCode: number | undefined;
  /** How the app is to be started again once it has ended. */
  readonly relaunches: Electron.RelaunchOptions[] = [];
  #isQuitting = false;

  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.relaunches.push(options);
  }
  exit(code = 0): void {
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.#end(code);
  }
  quit(): void {
    if (this.#isQuitting || this.hasQuit) return;
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented || this.hasQuit) return;
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    this.#end(0);
  }
  #end(code: number): void {
    this.#isQuitting = false;
    this.exitCode = code;
    this.hasQuit = true;
    this.emit('quit', {}, code);
  }
  /** Where nobody listens, an app without a window quits; one that quits already tells nobody. */
  onAllClosed(): void {
    if (this.#isQuitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }
}

export const app = new App();

BrowserWindow.onCreated = (window) => {
  app.emit('web-contents-created', {}, window.webContents);
  app.emit('browser-window-created', {}, window);
};
BrowserWindow.onAllClosed = () => app.onAllClosed();

app satisfies Pick<
  Electron.App,
  | 'isPackaged'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getVersion'
  | 'requestSingleInstanceLock'
  | 'enableSandbox'
  | 'whenReady'
  | 'getPreferredSystemLanguages'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'setAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
>;
