import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandAddressOf, readMessage } from '../../../electron/channels/command-address.ts';
import { connectToRunning } from '../../../electron/channels/connect-commands.ts';
import { temporaryFolder } from '../imports/product-files.ts';

describe('the address at which an engine answers commands', () => {
  it('is the same through a link to its state folder', () => {
    const folder = temporaryFolder();
    const state = join(folder, 'state');
    mkdirSync(state);
    symlinkSync(state, join(folder, 'linked'));
    expect(commandAddressOf(join(folder, 'linked'))).toBe(commandAddressOf(state));
  });

  it('is the same from every session, whatever its folder for temporary files, also where its own path is too long', () => {
    const state = join(temporaryFolder(), 'a'.repeat(90));
    onTestFinished(() => void vi.unstubAllEnvs());
    const addresses = ['/var/folders/x/T', '/tmp/of-the-terminal'].map((folder) => {
      vi.stubEnv('TMPDIR', folder);
      return commandAddressOf(state);
    });
    expect(addresses[1]).toBe(addresses[0]);
  });

  it('is the same in any case of the letters on Windows', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    onTestFinished(() => void vi.restoreAllMocks());
    expect(commandAddressOf('/c/Users/Me/State')).toBe(commandAddressOf('/C/users/me/state'));
  });
});

describe('an engine that does not answer', () => {
  it('is waited for, and whoever asked is told so', async () => {
    const folder = temporaryFolder();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(commandAddressOf(folder), () => resolve()));
    onTestFinished(() => void silent.closeAllConnections());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const told = vi.fn<() => void>();
    const calls = await connectToRunning(folder, told);
    const answered = expect(calls?.status.overview()).rejects.toMatchObject({ code: 'engine-gone' });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toHaveBeenCalledOnce();
    silent.close();
    silent.closeAllConnections();
    await answered;
  });
});

describe('a message', () => {
  async function* pieces(count: number): AsyncGenerator<Buffer> {
    const piece = Buffer.alloc(1 << 20);
    for (let at = 0; at < count; at += 1) yield piece;
  }

  it('is read to its end where it is not too long', async () => {
    expect((await readMessage(pieces(64))).length).toBe(64 << 20);
  });

  it('that is longer is not held in memory', async () => {
    await expect(readMessage(pieces(65)).then(({ length }) => length)).rejects.toThrow(RangeError);
  });
});
