import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { BrowserWindow } from './browser-window.ts';

/** An event whose usual consequence a listener can prevent. */
export function preventable() {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}

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
    return { wasOpenedAtLogin: this.wasOpenedAtLogin };
  }
  requestSingleInstanceLock(): boolean {
    return this.isOnlyOne;
  }
  enableSandbox(): void {
    this.isSandboxed = true;
  }
  async whenReady(): Promise<void> {}

  exitCode: number | undefined;
  exit(code = 0): void {
    this.exitCode = code;
    this.hasQuit = true;
  }
  quit(): void {
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented || this.hasQuit) return;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    this.hasQuit = true;
    this.emit('quit');
  }
}

export const app = new App();

BrowserWindow.onCreated = (contents) => app.emit('web-contents-created', {}, contents);
BrowserWindow.onAllClosed = () => app.emit('window-all-closed');

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
  | 'quit'
  | 'exit'
  | 'setAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
>;
