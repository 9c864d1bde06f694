import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../../electron/entry/open-in-browser.ts';
import { temporaryFolder } from '../imports/product-files.ts';

vi.mock('node:child_process', { spy: true });
vi.mock('node:os', { spy: true });

const address = 'http://127.0.0.1:8080/?token=one-time-token';

beforeEach(() => void vi.mocked(homedir).mockReturnValue(temporaryFolder()));
afterEach(() => void vi.restoreAllMocks());

/** Has the system open what it is given, or find nothing to open it with. @returns the arguments that everybody can see */
function systemOpens(exitCode = 0): Promise<readonly string[]> {
  const started = Promise.withResolvers<readonly string[]>();
  vi.mocked(spawn).mockImplementation(((_program: string, args: readonly string[]) => {
    const child = Object.assign(new EventEmitter(), { unref: () => undefined });
    setImmediate(() => {
      child.emit('spawn');
      child.emit('exit', exitCode);
    });
    started.resolve(args);
    return child;
  }) as never);
  return started.promise;
}

const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);

it.each(['linux', 'darwin'] as const)(
  'nobody sees the address among the arguments on %s: a page of this user alone leads there, until the browser has come',
  async (platform) => {
    on(platform);
    const started = systemOpens();
    const over = Promise.withResolvers<void>();
    const opening = openInBrowser(address, over.promise);
    const args = await started;
    expect(args.join(' ')).not.toContain('token');
    const [page = ''] = args;
    // A browser in a sandbox does not read hidden folders.
    expect(dirname(page)).toBe(homedir());
    expect(readdirSync(homedir()).filter((name) => name.startsWith('.'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, 'utf8')).toContain(`<meta http-equiv="refresh" content="0; url=${address}" />`);

    over.resolve();
    await opening;
    expect(readdirSync(homedir())).toEqual([]);
  },
);

it('nothing of the address stays where no browser could be opened', async () => {
  on('linux');
  void systemOpens(3);
  const opening = openInBrowser(address, new Promise(() => undefined));
  await expect(opening).rejects.toMatchObject({ code: 'file-not-opened' });
  expect(readdirSync(homedir())).toEqual([]);
});

it('whoever ends the app does not wait for the browser', async () => {
  on('linux');
  vi.mocked(spawn).mockReturnValue(Object.assign(new EventEmitter(), { unref: () => undefined }) as never);
  await openInBrowser(address, Promise.resolve());
  expect(readdirSync(homedir())).toEqual([]);
});

it('Windows shows arguments to nobody else, and gets the address itself', async () => {
  on('win32');
  const started = systemOpens();
  await openInBrowser(address, new Promise(() => undefined));
  expect(await started).toContain(address);
});

it('pages go that a run left which was killed before the browser came, and no others', async () => {
  on('linux');
  vi.mocked(spawn).mockReturnValue(Object.assign(new EventEmitter(), { unref: () => undefined }) as never);
  const put = (name: string, atSeconds: number): void => {
    writeFileSync(join(homedir(), name), '');
    utimesSync(join(homedir(), name), atSeconds, atSeconds);
  };
  const now = Date.now() / 1_000;
  put('cad-library-sync-11111111-1111-4111-8111-111111111111.html', now - 3_600);
  put('cad-library-sync-22222222-2222-4222-8222-222222222222.html', now);
  put('cad-library-sync-notes.html', now - 3_600);
  await openInBrowser(address, Promise.resolve());
  const left = ['cad-library-sync-22222222-2222-4222-8222-222222222222.html', 'cad-library-sync-notes.html'];
  expect(readdirSync(homedir()).toSorted()).toEqual(left);
});
