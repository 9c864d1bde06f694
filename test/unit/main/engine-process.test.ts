import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEngineProcess } from '../../../electron/main/engine-process.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { utilityProcess } from '../../fakes/electron/electron.ts';
import type { MessagePortMain } from '../../fakes/electron/message-ports.ts';
import { createHandClock } from './hand-clock.ts';
import { scriptEngine, type EngineRun } from './scripted-engine.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

function startEngine({ obeys = true } = {}) {
  const script = scriptEngine(obeys);
  const clock = createHandClock();
  const failures: ErrorRecord[] = [];
  const log = vi.fn();
  const onReady = vi.fn();
  const serveShell = vi.fn();
  const engine = createEngineProcess({
    script: '/app/dist/electron/engine.js',
    environment: { CADSYNC_TEST_ROOM: 'much', CADSYNC_TEST_KEPT: 'ours' },
    dataDir: '/data',
    productVersion: '1.2.3',
    clock,
    log,
    serveShell,
    onReady,
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => {
    const closed = engine.close();
    script.latest().exit(0);
    return closed;
  });
  return { ...script, engine, clock, log, failures, onReady, serveShell };
}

const kinds = (run: EngineRun) => run.received.map(({ message }) => (message as { kind: string }).kind);

/** Whether what is said at one end arrives at the other. */
async function areJoined(ours: unknown, run: EngineRun): Promise<boolean> {
  const theirs = run.received.at(-1)?.ports[0];
  if (!theirs) return false;
  const arrived = new Promise((resolve) => theirs.once('message', resolve));
  (ours as MessagePortMain).postMessage('hello');
  return (await arrived) === 'hello';
}

describe("the engine's process", () => {
  it('is forked with its folder and a private port, whose other end answers for the shell', async () => {
    const { latest, serveShell } = startEngine();
    expect(utilityProcess.forked.map(({ script }) => script)).toEqual(['/app/dist/electron/engine.js']);
    expect(latest().received[0]?.message).toEqual({ kind: 'start', dataDir: '/data', productVersion: '1.2.3' });
    expect(serveShell).toHaveBeenCalledTimes(1);
    expect(await areJoined(serveShell.mock.calls[0]?.[0], latest())).toBe(true);
  });

  it('has the variables that it is given, but where somebody set them', () => {
    vi.stubEnv('CADSYNC_TEST_KEPT', 'theirs');
    onTestFinished(() => void vi.unstubAllEnvs());
    startEngine();
    const { PATH } = process.env;
    expect(utilityProcess.forked.at(-1)?.env).toMatchObject({
      CADSYNC_TEST_ROOM: 'much',
      CADSYNC_TEST_KEPT: 'theirs',
      PATH,
    });
  });

  it('gives a window a port at once when it runs', async () => {
    const { engine, latest, onReady } = startEngine();
    latest().say({ kind: 'ready' });
    expect(onReady).toHaveBeenCalledTimes(1);
    const give = vi.fn();
    engine.connect(1, give);
    expect(give).toHaveBeenCalledTimes(1);
    expect(await areJoined(give.mock.calls[0]?.[0], latest())).toBe(true);
  });

  it('lets a window that asks too early wait, and gives it one port however often it asked', () => {
    const { engine, latest } = startEngine();
    const [first, again, other] = [vi.fn(), vi.fn(), vi.fn()];
    engine.connect(1, first);
    engine.connect(1, again);
    engine.connect(2, other);
    expect(kinds(latest())).toEqual(['start']);
    latest().say({ kind: 'ready' });
    expect(kinds(latest())).toEqual(['start', 'window', 'window']);
    expect([first, again, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('is started again when it dies, later after each death, and gives its windows new ports', () => {
    const { engine, runs, latest, clock } = startEngine();
    latest().say({ kind: 'ready' });
    latest().exit(1);
    const give = vi.fn();
    engine.connect(1, give);
    expect(runs).toHaveLength(1);
    const delays: (number | undefined)[] = [];
    for (let death = 1; death <= 9; death += 1) {
      delays.push(clock.waiting[0]);
      clock.pass(clock.waiting[0] ?? 0);
      expect(runs).toHaveLength(death + 1);
      if (death < 9) latest().exit(1);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(give).not.toHaveBeenCalled();
    latest().say({ kind: 'ready' });
    expect(give).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['', 0],
    [', also where the clock was set back meanwhile', -3_600_000],
  ])('is started again soon when it had been well for a minute%s', (_, setByMs) => {
    const { latest, clock } = startEngine();
    for (let death = 0; death < 5; death += 1) {
      latest().exit(1);
      clock.pass(clock.waiting[0] ?? 0);
    }
    latest().say({ kind: 'ready' });
    clock.pass(60_000);
    clock.set(setByMs);
    latest().exit(1);
    expect(clock.waiting).toEqual([250]);
  });

  it('says why it cannot start, is ended and tried again', () => {
    const { latest, failures, clock } = startEngine();
    const run = latest();
    run.say({ kind: 'failed', error: { code: 'library-in-use' } });
    expect(failures).toEqual([{ code: 'library-in-use' }]);
    expect(run.killed).toBe(true);
    expect(clock.waiting).toEqual([250]);
  });

  it('is started again when it breaks down, which the log tells', () => {
    const { latest, runs, clock, log } = startEngine();
    latest().breakDown();
    expect(log).toHaveBeenCalledWith('error', 'engine-fails', { reason: 'FatalError' });
    clock.pass(clock.waiting[0] ?? 0);
    expect(runs).toHaveLength(2);
  });

  it('is left alone by words it does not know', () => {
    const { latest, onReady } = startEngine();
    latest().say({ kind: 'Ready' });
    latest().say(undefined);
    expect(onReady).not.toHaveBeenCalled();
    expect(latest().killed).toBe(false);
  });
});

describe('closing the engine', () => {
  it('asks it to finish and waits until it ended, and starts no other', async () => {
    const { engine, runs, latest, clock } = startEngine();
    latest().say({ kind: 'ready' });
    let closed = false;
    const closing = engine.close().then(() => (closed = true));
    expect(kinds(latest())).toEqual(['start', 'stop']);
    await Promise.resolve();
    expect(closed).toBe(false);
    latest().exit(0);
    await closing;
    expect(clock.waiting).toEqual([]);
    expect(runs).toHaveLength(1);
  });

  it('ends one that hangs', async () => {
    const { engine, latest, clock } = startEngine({ obeys: false });
    const closing = engine.close();
    expect(latest().killed).toBe(false);
    clock.pass(10_000);
    expect(latest().killed).toBe(true);
    await closing;
  });

  it('takes back a restart that is waited for', async () => {
    const { engine, runs, latest, clock } = startEngine();
    latest().exit(1);
    await engine.close();
    clock.pass(60_000);
    expect(runs).toHaveLength(1);
  });
});
