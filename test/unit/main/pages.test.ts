import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { session as electronSession } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registerPagesScheme, servePages } from '../../../electron/main/pages.ts';
import { protocol, session } from '../../fakes/electron/electron.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const { defaultSession } = session;
const read = (url: string, init?: RequestInit) => defaultSession.fetch(url, init);

beforeEach(() => {
  protocol.privileged.length = 0;
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html><title>The window</title>');
  writeFileSync(join(folder, 'renderer', 'assets', 'index-a_B1.js'), 'start()');
  writeFileSync(join(folder, 'renderer', '.built-from'), 'hash');
  writeFileSync(join(folder, 'secret.html'), 'outside');
  servePages(electronSession.defaultSession, join(folder, 'renderer'));
});

describe('the pages of the window', () => {
  it('have a scheme that Chromium treats as a secure origin of its own, and nothing more than that', () => {
    registerPagesScheme();
    expect(protocol.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
  });

  it.each(['app://window/', 'app://window/index.html', 'app://window/?a=1#library'])('start at %s', async (url) => {
    const answer = await read(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('The window');
  });

  it('say that they load from themselves alone', async () => {
    const { headers } = await read('app://window/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('come with their scripts, as scripts', async () => {
    const answer = await read('app://window/assets/index-a_B1.js');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe('start()');
  });

  it.each([
    'app://window/../secret.html',
    'app://window/..%2fsecret.html',
    'app://window/%2e%2e/secret.html',
    'app://window/%2e%2e%2fsecret.html',
    'app://window/assets/..%2f..%2fsecret.html',
    'app://window/..%5csecret.html',
    'app://window/assets/..%5C..%5Csecret.html',
    'app://window/C:%5Cwindows%5Cwin.html',
    'app://window//etc/passwd.html',
    'app://window/index.html%00.js',
    'app://window/%',
    'app://window/.built-from',
    'app://window/missing.html',
    'app://elsewhere/index.html',
  ])('do not include %s', async (url) => {
    const answer = await read(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are read and never written', async () => {
    expect((await read('app://window/index.html', { method: 'POST', body: 'x' })).status).toBe(405);
  });
});
