import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../../electron/entry/open-in-browser.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const address = 'http://127.0.0.1:8080/?token=one-time-token';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
const never = new Promise<void>(() => undefined);

it.each(['linux', 'darwin'] as const)(
  'nobody sees the address where programs are started on %s: a page of this user alone leads there, until the browser has come',
  async (platform) => {
    on(platform);
    const started = Promise.withResolvers<string>();
    const over = Promise.withResolvers<void>();
    const opening = openInBrowser(address, over.promise, async (target) => started.resolve(target));
    const page = await started.promise;
    expect(page).not.toContain('token');
    // A browser in a sandbox does not read hidden folders.
    expect(dirname(page)).toBe(home);
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, 'utf8')).toContain(`<meta http-equiv="refresh" content="0; url=${address}" />`);

    over.resolve();
    await opening;
    expect(readdirSync(home)).toEqual([]);
  },
);

it('nothing of the address stays where no browser could be opened', async () => {
  on('linux');
  const opening = openInBrowser(address, never, () => Promise.reject(new AppError('file-not-opened')));
  await expect(opening).rejects.toMatchObject({ code: 'file-not-opened' });
  expect(readdirSync(home)).toEqual([]);
});

it('whoever ends the app does not wait for the browser', async () => {
  on('linux');
  await openInBrowser(address, Promise.resolve(), () => never);
  expect(readdirSync(home)).toEqual([]);
});

it('Windows shows arguments to nobody else, and gets the address itself', async () => {
  on('win32');
  const opened: string[] = [];
  await openInBrowser(address, never, async (target) => void opened.push(target));
  expect(opened).toEqual([address]);
});

it('pages go that a run left which was killed before the browser came, and no others', async () => {
  on('linux');
  const put = (name: string, atSeconds: number): void => {
    writeFileSync(join(home, name), '');
    utimesSync(join(home, name), atSeconds, atSeconds);
  };
  const now = Date.now() / 1_000;
  put('cad-library-sync-11111111-1111-4111-8111-111111111111.html', now - 3_600);
  put('cad-library-sync-22222222-2222-4222-8222-222222222222.html', now);
  put('cad-library-sync-notes.html', now - 3_600);
  await openInBrowser(address, Promise.resolve(), () => never);
  const left = ['cad-library-sync-22222222-2222-4222-8222-222222222222.html', 'cad-library-sync-notes.html'];
  expect(readdirSync(home).toSorted()).toEqual(left);
});
