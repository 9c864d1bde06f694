import { session as electronSession } from 'electron';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { denyPermissions, lockDownPages } from '../../../electron/main/lock-down.ts';
import { preventable } from '../../fakes/electron/preventable.ts';
import type { WebContents } from '../../fakes/electron/browser-window.ts';
import { BrowserWindow, session } from '../../fakes/electron/electron.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

beforeAll(() => {
  lockDownPages();
  denyPermissions(electronSession.defaultSession);
});

const newContents = (): WebContents => new BrowserWindow({}).webContents;

describe('a page', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'cannot leave the app or bring another page in (%s)',
    (kind) => {
      const event = preventable();
      newContents().emit(kind, event);
      expect(event.defaultPrevented).toBe(true);
    },
  );

  it('cannot open a window', () => {
    const details = { url: 'https://example.com/' } as Parameters<NonNullable<WebContents['openHandler']>>[0];
    expect(newContents().openHandler?.(details)).toEqual({ action: 'deny' });
  });

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem'] as const)(
    'gets no permission, asked for or looked up (%s)',
    (permission) => {
      const { permissionRequest, permissionCheck } = session.defaultSession;
      const decide = vi.fn();
      const anything = expect.anything() as never;
      permissionRequest?.(anything, permission, decide, anything);
      expect(decide).toHaveBeenCalledExactlyOnceWith(false);
      expect(permissionCheck?.(anything, permission as never, 'app://window', anything)).toBe(false);
    },
  );

  it('may copy what a person asks it to', () => {
    const { permissionRequest, permissionCheck } = session.defaultSession;
    const decide = vi.fn();
    const anything = expect.anything() as never;
    permissionRequest?.(anything, 'clipboard-sanitized-write', decide, anything);
    expect(decide).toHaveBeenCalledExactlyOnceWith(true);
    expect(permissionCheck?.(anything, 'clipboard-sanitized-write', 'app://window', anything)).toBe(true);
  });

  it('gets no device', () => {
    expect(session.defaultSession.devicePermission?.(expect.anything() as never)).toBe(false);
  });
});
