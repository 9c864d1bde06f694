import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveShell } from '../../electron/channels/serve-shell.ts';
import { MessageChannelMain } from '../fakes/electron/message-ports.ts';
import { runInWorker, UtilityProcess } from '../fakes/electron/utility-process.ts';
import { noSecrets } from '../fakes/no-secrets.ts';

const script = fileURLToPath(new URL('../../electron/entry/engine.ts', import.meta.url));

/** The engine's process on a folder of its own, with an empty keychain. */
function forkEngine() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-engine-'));
  const engine = new UtilityProcess(script, runInWorker);
  const ended = once(engine, 'exit');
  onTestFinished(async () => {
    engine.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = (): void => {
    const { port1, port2 } = new MessageChannelMain();
    serveShell(port1, {
      secrets: noSecrets,
      open: async () => undefined,
      reveal: async () => undefined,
      chooseFolder: async () => undefined,
      chooseSavePath: async () => undefined,
      resolveProxy: async () => 'DIRECT',
    });
    engine.postMessage({ kind: 'start', dataDir, productVersion: '1.0.0' }, [port2]);
  };
  return { engine, ended, dataDir, start };
}

describe("the engine's process", () => {
  it('says when it can be asked, and ends when it is told to', async () => {
    const { engine, ended, start } = forkEngine();
    const said = once(engine, 'message');
    start();
    expect(await said).toEqual([{ kind: 'ready' }]);
    engine.postMessage({ kind: 'stop' });
    expect(await ended).toEqual([0]);
  });

  it('says why it cannot start, and waits to be ended', async () => {
    const { engine, ended, dataDir, start } = forkEngine();
    mkdirSync(join(dataDir, 'state.db'));
    const said = once(engine, 'message');
    start();
    expect(await said).toMatchObject([{ kind: 'failed', error: { code: 'state-out-of-reach' } }]);
    engine.kill();
    await ended;
  });

  it('ends when it is told to before it was started', async () => {
    const { engine, ended } = forkEngine();
    engine.postMessage({ kind: 'stop' });
    expect(await ended).toEqual([0]);
  });

  it('ends when it is told to while it starts, and not as one that failed', async () => {
    const { engine, ended, start } = forkEngine();
    start();
    engine.postMessage({ kind: 'stop' });
    expect(await ended).toEqual([0]);
  });
});
