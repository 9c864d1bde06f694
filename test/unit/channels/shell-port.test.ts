import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectShell } from '../../../electron/channels/connect-shell.ts';
import { serveShell, type ShellVerbs } from '../../../electron/channels/serve-shell.ts';
import { createNativeShell } from '../../../electron/main/native-shell.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';
import { dialog, shell as desktop } from '../../fakes/electron/electron.ts';
import { MessageChannelMain } from '../../fakes/electron/message-ports.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const origin = 'https://content.test';

function joinShell(verbs: Partial<ShellVerbs> = {}) {
  const stored = new Map<string, string | undefined>();
  const { port1, port2 } = new MessageChannelMain();
  onTestFinished(() => port1.close());
  serveShell(port1, {
    secrets: {
      get: async (name, boundTo) => stored.get(`${name} ${boundTo}`),
      set: async (name, value, boundTo) => void stored.set(`${name} ${boundTo}`, value),
      placeOf: async () => 'keychain',
      probe: async () => 'works',
      keychain: 'works',
    },
    ...createNativeShell(() => undefined),
    resolveProxy: async () => 'DIRECT',
    ...verbs,
  });
  return { ...connectShell(port2), stored };
}

describe('the private port between engine and shell', () => {
  it('brings secrets into the keychain and back', async () => {
    const { secrets, stored } = joinShell();
    expect(await secrets.get('clientSecret', origin)).toBeUndefined();
    await secrets.set('clientSecret', 'swordfish', origin);
    expect(stored.get(`clientSecret ${origin}`)).toBe('swordfish');
    expect(await secrets.get('clientSecret', origin)).toBe('swordfish');
    expect(await secrets.get('clientSecret', 'https://other.test')).toBeUndefined();
    await secrets.set('clientSecret', undefined, origin);
    expect(await secrets.get('clientSecret', origin)).toBeUndefined();
  });

  it('tells what the keychain is like, as of the last answer, and where a secret is from', async () => {
    const { secrets } = joinShell();
    expect(secrets.keychain).toBe('notAsked');
    await secrets.get('licenseCode', origin);
    expect(secrets.keychain).toBe('works');
    const forgetful = joinShell({ secrets: noSecrets });
    await forgetful.secrets.set('licenseCode', 'abc', origin);
    expect(forgetful.secrets.keychain).toBe('noKeyring');
    expect(await forgetful.secrets.placeOf('licenseCode', origin)).toBe('none');
    expect(await secrets.placeOf('licenseCode', origin)).toBe('keychain');
    expect(await joinShell().secrets.probe()).toBe('works');
    expect(await forgetful.secrets.probe()).toBe('noKeyring');
  });

  it('asks the system for the way to an origin', async () => {
    const asked: string[] = [];
    const { resolveProxy } = joinShell({
      async resolveProxy(of) {
        asked.push(of);
        return 'PROXY office.test:8080; DIRECT';
      },
    });
    expect(await resolveProxy(origin)).toBe('PROXY office.test:8080; DIRECT');
    expect(asked).toEqual([origin]);
  });

  it('opens and shows files with the desktop', async () => {
    const { shell } = joinShell();
    await shell.open('/library/Pump ü.rfa');
    await shell.reveal('/library/Pump ü.rfa');
    expect(desktop.opened.at(-1)).toBe('/library/Pump ü.rfa');
    expect(desktop.revealed.at(-1)).toBe('/library/Pump ü.rfa');
  });

  it('brings back why a file cannot be opened', async () => {
    const { shell } = joinShell();
    desktop.openFailure = 'No program is set for this kind of file.';
    onTestFinished(() => void (desktop.openFailure = ''));
    const failure = await shell.open('/library/a.rfa').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'file-not-opened', detail: 'No program is set for this kind of file.' });
  });

  it('keeps the code of an error, and nothing that is private to its end', async () => {
    const broken = new AppError('folder-not-writable', { cause: new Error('EACCES: /home/ann/private') });
    const { shell } = joinShell({ reveal: () => Promise.reject(broken) });
    const failure = await shell.reveal('/x').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'folder-not-writable' });
    expect(JSON.stringify(failure)).not.toContain('private');
  });

  it('lets a person choose a folder, or none', async () => {
    const { shell } = joinShell();
    dialog.chosenFolder = '/home/ann/CAD';
    expect(await shell.chooseFolder()).toEqual({ supported: true, root: '/home/ann/CAD' });
    dialog.chosenFolder = undefined;
    expect(await shell.chooseFolder()).toEqual({ supported: true, root: undefined });
  });

  it('refuses what is not in its contract', async () => {
    const { secrets } = joinShell();
    const wrongName = 'accessToken' as 'clientSecret';
    await expect(secrets.get(wrongName, origin)).rejects.toBeInstanceOf(AppError);
  });
});
