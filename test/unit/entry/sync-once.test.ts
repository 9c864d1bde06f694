import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Interrupt } from '../../../electron/entry/commands/listen-for-interrupt.ts';
import { countTransfers, runOnce } from '../../../electron/entry/commands/sync-once.ts';
import type { SyncOptions } from '../../../electron/entry/commands/sync.ts';
import { settle } from '../../fakes/engine/clock.ts';
import { createWorld, keyOf, revit2025, type World } from '../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const options: SyncOptions = {
  ...{ folder: '/library', mode: 'once', stateDir: '', programs: [revit2025], yes: true, json: true },
};
/** How often it looks whether anything gets through. */
const lookEveryMs = 250;
const never: Interrupt = {
  asked: new Promise(() => undefined),
  signal: new AbortController().signal,
  stop: () => undefined,
};

let world: World;
let steadyMs: number;
/** What somebody set the computer's clock by. */
let setByMs: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  steadyMs = setByMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => Date.UTC(2026, 4, 20, 12) + steadyMs + setByMs);
  world = createWorld({ programs: [revit2025] });
  world.hold(pump, 'first');
  await world.open();
  world.service.fail('storeFile', 'internalError', 1);
  world.save(pump, 'second');
  const { queue, transfers } = world.engine;
  await world.clock.until(() => queue.counts().waiting > 0 && transfers.running() === 0, 'it waits for its next try');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await world.close();
});

function start() {
  const { engine } = world;
  const about = { libraryId: world.libraryId(), done: countTransfers(engine), interrupt: never };
  let exitCode: number | undefined;
  void runOnce(engine, { ...about, clock: { steadyMs: () => steadyMs } }, options).then((code) => (exitCode = code));
  return {
    exitCode: () => exitCode,
    /** It looks again after so long. */
    async look(passedMs = lookEveryMs): Promise<void> {
      steadyMs += passedMs;
      vi.advanceTimersByTime(lookEveryMs);
      await settle();
    },
  };
}

describe('a run that is to end, while a file waits for its next try', () => {
  it('goes on after the computer slept for a night', async () => {
    const run = start();
    await run.look();
    await run.look(8 * 3_600_000);
    await run.look();
    expect(run.exitCode()).toBeUndefined();
    await world.clock.advance(10_000);
    await run.look();
    expect(run.exitCode()).toBe(0);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 first', '0.2 second']);
  });

  it('gives up after twenty seconds in which nothing got through, though the clock was set back', async () => {
    const run = start();
    setByMs = -3_600_000;
    for (let lookedMs = 0; lookedMs < 20_000; lookedMs += lookEveryMs) await run.look();
    expect(run.exitCode()).toBeUndefined();
    await run.look();
    expect(run.exitCode()).toBe(1);
  });
});

describe('a run that is to end, while the service does not answer', () => {
  it.each(['storeFile', 'storeMetadata'] as const)(
    'waits for a file that is under way as long as its request does (%s), and ends once that is answered',
    async (operation) => {
      const held = world.service.hold(operation);
      await world.clock.advance(10_000);
      await held.arrived;
      const run = start();
      for (let lookedMs = 0; lookedMs < 60_000; lookedMs += lookEveryMs) await run.look();
      expect(run.exitCode()).toBeUndefined();
      held.letGo();
      await world.idle();
      await run.look();
      expect(run.exitCode()).toBe(0);
    },
  );

  it('gives up where it is let go of without an answer, once nothing gets through any more', async () => {
    const held = world.service.hold('storeFile');
    await world.clock.advance(10_000);
    await held.arrived;
    const run = start();
    for (let lookedMs = 0; lookedMs < 60_000; lookedMs += lookEveryMs) await run.look();
    world.service.fail('any', 'lostAnswer', Infinity);
    held.letGo();
    await world.clock.until(() => world.engine.transfers.running() === 0, 'it waits for its next try');
    for (let lookedMs = 0; lookedMs < 21_000 && run.exitCode() === undefined; lookedMs += lookEveryMs) await run.look();
    expect(run.exitCode()).toBe(1);
  });
});

describe('a run that is to end, while a release is looked for', () => {
  async function runWith(times: number): Promise<number | undefined> {
    await world.clock.advance(10_000);
    world.service.fail('release', 'internalError', times);
    world.publish([keyOf('EC000001')], 'for the fair');
    const run = start();
    for (let lookedMs = 0; lookedMs < 120_000 && run.exitCode() === undefined; lookedMs += lookEveryMs) {
      await world.clock.advance(lookEveryMs);
      await run.look();
    }
    return run.exitCode();
  }

  it('waits until it is found or sent again', async () => {
    expect(await runWith(1)).toBe(0);
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });

  it('gives up where that fails, too', async () => {
    expect(await runWith(Infinity)).toBe(1);
    expect(world.service.callsOf('release')).toBe(2);
  });
});

describe('a run in a library that somebody paused', () => {
  const pause = () => world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });

  it('ends without anything for anybody to do', async () => {
    await pause();
    const run = start();
    await run.look();
    expect(run.exitCode()).toBe(3);
  });

  it('ends with what needs somebody, as status does', async () => {
    world.save('EC000001/MC000001/other.rfa', 'of the same key');
    await world.clock.until(() => world.states()[pump] === 'doublyClaimed', 'both files have one key');
    await pause();
    const run = start();
    await run.look();
    expect(run.exitCode()).toBe(2);
    const [told = ''] = vi.mocked(process.stdout.write).mock.lastCall ?? [];
    // The run says why the library is paused; what needs somebody says it of no file again.
    expect(JSON.parse(String(told))).toMatchObject({
      files: [
        { path: 'EC000001/MC000001/other.rfa', state: 'doublyClaimed', reason: '' },
        { path: pump, state: 'doublyClaimed', reason: '' },
      ],
      error: { code: 'library-paused' },
    });
  });
});
