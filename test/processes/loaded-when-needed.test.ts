import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cadsyncProcess } from '../../build/cadsync-process.mjs';
import { serviceSecrets } from './service-process.ts';

const electronFolder = join(import.meta.dirname, '..', '..', 'electron');

/** The rooms below `electron` from which something is loaded when a script begins, and packages of others. */
async function roomsLoadedBy(script: string, args: readonly string[] = []): Promise<Set<string>> {
  const look = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));
  `;
  const hooks = `data:text/javascript,${encodeURIComponent(look)}`;
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--import',
    hooks,
    join(electronFolder, script),
    ...args,
  ]);
  const urls = JSON.parse(stderr) as string[];
  const ours = `${pathToFileURL(electronFolder).href}/`;
  return new Set(
    urls.flatMap((url) => {
      if (url.startsWith(ours)) return url.slice(ours.length).split('/')[0] ?? [];
      return /\/node_modules\/([^/]+)\//.exec(url)?.[1] ?? [];
    }),
  );
}

describe('What is loaded when a program begins', () => {
  it('is neither engine nor client nor service for a command line that only wants help', async () => {
    const rooms = await roomsLoadedBy('entry/cadsync.ts', ['help']);
    expect(rooms).toContain('commander');
    for (const room of ['engine', 'client', 'service', 'platform', 'zod']) expect(rooms).not.toContain(room);
  });

  it('is not the service for a sync with a service elsewhere, nor what sends through a proxy', async () => {
    const rooms = await roomsLoadedBy('entry/commands/sync.ts');
    for (const room of ['engine', 'client', 'undici']) expect(rooms).toContain(room);
    for (const room of ['service', 'fastify', 'imports', 'demo', 'axios']) expect(rooms).not.toContain(room);
  });

  it('is not the embedded service for a window that works with another one', async () => {
    const rooms = await roomsLoadedBy('entry/host-ports.ts');
    expect(rooms).toContain('client');
    for (const room of ['service', 'fastify', 'imports']) expect(rooms).not.toContain(room);
  });

  it('is not the HTTP client inside Node, which nobody uses, for a command that asks a service', async () => {
    const look = `process.on('exit', () => process.stdout.write(JSON.stringify(process.moduleLoadList)))`;
    const args = ['lookup', '--gtin', '8719900100018'];
    const { script, environment } = cadsyncProcess(args);
    const nowhere = 'http://127.0.0.1:9';
    const addresses = { CADSYNC_BASE_URL: nowhere, CADSYNC_AUTH_URL: nowhere };
    const ended = promisify(execFile)(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(look)}`, script, ...args],
      { env: { ...process.env, ...environment, ...serviceSecrets, ...addresses } },
    );
    // Nobody answers there.
    const { stdout } = (await ended.catch((thrown: unknown) => thrown)) as { readonly stdout: string };
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded).toContain('NativeModule http');
    expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
  });
});
