import { spawn, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { flushingThreads } from '../../../electron/platform/flushing-threads.mjs';

vi.mock('node:child_process', { spy: true });
// Another test of this worker may have loaded it with the real one.
vi.resetModules();
const { openWithSystem, revealWithSystem } = await import('../../../electron/entry/system-opener.ts');

/** Has `xdg-open` be a script of these lines. */
function desktopDoes(script: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-desktop-'));
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
}

describe.runIf(process.platform === 'linux')('opening a file with its program', () => {
  it('is done when the desktop has opened it', async () => {
    desktopDoes('test "$1" = "/library/pump ü.rfa"');
    await expect(openWithSystem('/library/pump ü.rfa')).resolves.toBeUndefined();
  });

  it('hands on the environment, and nothing of it that is meant for the app', async () => {
    vi.stubEnv('CADSYNC_CLIENT_SECRET', 'client-secret-1');
    vi.stubEnv('CADSYNC_LICENSE_CODE_FILE', '/run/secrets/license');
    vi.stubEnv('REVIT_LANGUAGE', 'nl');
    desktopDoes('test "$REVIT_LANGUAGE" = nl && ! env | grep -qE "CADSYNC_(CLIENT|LICENSE)"');
    await expect(openWithSystem('/library/pump.rfa')).resolves.toBeUndefined();
  });

  it.each([
    { what: 'keeps how many threads are for the app to itself', threads: String(flushingThreads), seen: '' },
    { what: 'hands on how many threads somebody wants', threads: '7', seen: '7' },
  ])('$what', async ({ threads, seen }) => {
    vi.stubEnv('UV_THREADPOOL_SIZE', threads);
    desktopDoes(`test "$UV_THREADPOOL_SIZE" = "${seen}"`);
    await expect(openWithSystem('/library/pump.rfa')).resolves.toBeUndefined();
  });

  it('says that no program opened it where none is set', async () => {
    desktopDoes('exit 3');
    await expect(openWithSystem('/library/pump.rfa')).rejects.toMatchObject({
      code: 'file-not-opened',
      detail: 'xdg-open ended with 3.',
    });
  });

  it('says so too where the desktop has no way to open anything', async () => {
    vi.stubEnv('PATH', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(openWithSystem('/library/pump.rfa')).rejects.toMatchObject({ code: 'file-not-opened' });
  });

  it('does not wait for a program that goes on', async () => {
    desktopDoes('sleep 20');
    await expect(revealWithSystem('/library/pump.rfa')).resolves.toBeUndefined();
  });
});

/** The command line of Windows that one argument becomes, as libuv writes it (`quote_cmd_arg`). */
function asWritten(argument: string, { windowsVerbatimArguments }: SpawnOptions): string {
  if (windowsVerbatimArguments || (argument !== '' && !/[\s"]/.test(argument))) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

describe('showing a file in its folder on Windows', () => {
  it.each(['C:\\Users\\Anna\\Revit families\\pump.rfa', 'C:\\Library\\pump,20.rfa'])(
    'asks the Explorer for %s as it reads its command line, and takes its end for done',
    async (file) => {
      vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
      onTestFinished(() => void vi.restoreAllMocks());
      const lines: string[] = [];
      vi.mocked(spawn).mockImplementation(((program: string, args: readonly string[], how: SpawnOptions) => {
        lines.push([program, ...args.map((argument) => asWritten(argument, how))].join(' '));
        const child = Object.assign(new EventEmitter(), { unref: () => undefined });
        setImmediate(() => child.emit('spawn') && child.emit('exit', 1));
        return child;
      }) as never);
      await revealWithSystem(file);
      expect(lines).toEqual([`explorer.exe /select,"${file}"`]);
    },
  );
});
