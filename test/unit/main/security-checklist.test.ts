import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createDesktopApp, type DesktopApp } from '../../../electron/main/desktop-app.ts';
import { listenToDesktop } from '../../../electron/main/entrances.ts';
import { securityHeaders } from '../../../electron/channels/security-headers.ts';
import { askForPort } from '../../../shared/rpc/window-port.ts';
import { preventable } from '../../fakes/electron/preventable.ts';
import { BrowserWindow, ipcMain, session } from '../../fakes/electron/electron.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';
import { createHandClock } from './hand-clock.ts';
import { scriptEngine } from './scripted-engine.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

/** Electron's own checklist of what makes an app safe, point by point, held against the app as it starts. */
const root = join(import.meta.dirname, '../../..');
const mainSources = globSync('electron/{main,channels,entry}/*.ts', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
);
const preload = readFileSync(join(root, 'electron/entry/preload.ts'), 'utf8');
const packaging = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-shell-'));
let window: BrowserWindow;

beforeAll(() => {
  const { latest } = scriptEngine();
  const desktop: DesktopApp = createDesktopApp({
    dataDir,
    launch: { isHidden: false, dataDir: undefined },
    engineEnvironment: {},
    entrances: listenToDesktop(),
    secrets: noSecrets,
    clock: createHandClock(),
    log: () => undefined,
    updater: undefined,
    onClosed: () => undefined,
  });
  const [opened] = BrowserWindow.getAllWindows();
  if (!opened) throw new Error('The app opened no window.');
  window = opened;
  return async () => {
    const closed = desktop.close();
    latest().exit(0);
    await closed;
    rmSync(dataDir, { recursive: true, force: true });
  };
});

const preferences = () => window.options.webPreferences ?? {};

describe("Electron's security checklist", () => {
  it('1: loads what is in the app, and nothing from elsewhere', () => {
    expect(mainSources.join('')).not.toMatch(/loadURL\([^)]*https?:|loadFile\(/);
    expect(securityHeaders['Content-Security-Policy']).not.toMatch(/https?:|\*/);
  });

  it('2, 3, 4: gives pages no Node, a world of their own, and a sandbox', () => {
    expect(preferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
    });
  });

  it('5: denies every permission', () => {
    const decide = vi.fn();
    const anything = expect.anything() as never;
    session.defaultSession.permissionRequest?.(anything, 'media', decide, anything);
    expect(decide).toHaveBeenCalledExactlyOnceWith(false);
    expect(session.defaultSession.permissionCheck?.(anything, 'media', '', anything)).toBe(false);
    expect(session.defaultSession.devicePermission?.(anything)).toBe(false);
  });

  it('6, 8, 9, 10: leaves no protection of Chromium off', () => {
    expect(preferences().webSecurity).toBe(true);
    for (const name of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures']) {
      expect(preferences(), name).not.toHaveProperty(name);
    }
    expect(mainSources.join('')).not.toMatch(/appendSwitch|no-sandbox|disable-web-security/);
  });

  it('7: sends a policy that allows scripts of the app alone', () => {
    const policy = securityHeaders['Content-Security-Policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('11, 12: has no <webview>', () => {
    expect(preferences().webviewTag).toBe(false);
    const event = preventable();
    window.webContents.emit('will-attach-webview', event);
    expect(event.defaultPrevented).toBe(true);
  });

  it('13, 14: lets no page go elsewhere, or open a window', () => {
    const event = preventable();
    window.webContents.emit('will-navigate', event);
    expect(event.defaultPrevented).toBe(true);
    const details = { url: 'https://example.com/' } as Electron.HandlerDetails;
    expect(window.webContents.openHandler?.(details)).toEqual({ action: 'deny' });
  });

  it('15: opens no address with the desktop', () => {
    expect(mainSources.join('')).not.toContain('openExternal');
  });

  it('16: names one version of Electron, so that a newer one is a decision', () => {
    expect(manifest.devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('17: hears the page of the app alone', () => {
    const handlers = ipcMain.eventNames();
    expect(handlers).toEqual([askForPort]);
    const send = vi.spyOn(window.webContents, 'postMessage');
    ipcMain.emit(askForPort, window.webContents.ipcEvent('https://example.com/'));
    ipcMain.emit(askForPort, window.webContents.ipcEvent('app://window/', { url: 'app://window/' }));
    expect(send).not.toHaveBeenCalled();
  });

  it('18: serves its pages by a scheme of its own', () => {
    expect(packaging).toContain('grantFileProtocolExtraPrivileges: false');
    expect(mainSources.join('')).not.toMatch(/['"`]file:\/\//);
  });

  it('19: has its fuses set', () => {
    for (const line of [
      'runAsNode: false',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
    ]) {
      expect(packaging).toContain(`  ${line}\n`);
    }
  });

  it('20: gives the page nothing of Electron', () => {
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(preload).not.toMatch(/ipcRenderer[,\s]*}\)|invoke/);
  });
});
