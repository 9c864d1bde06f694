import { expect, it } from 'vitest';
import type { CallPriority } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { createRateGate } from '../../electron/client/rate-gate.ts';
import { createFakeClock, settle, type FakeClock } from '../fakes/engine/clock.ts';
import { createWorld, keyOf } from '../fakes/engine/world.ts';
import { createSeededRandom } from '../simulator/seeded-random.ts';

const perMinute = 60;
const minuteMs = 60_000;
const files = 500;
/** What is not an upload itself: a look at what is there for many files at once, and polls. */
const besides = 60;

/** A service that answers so many requests a minute, as its headers tell; others are turned away and counted. */
function createLimit(clock: FakeClock) {
  const began = clock.steadyMs();
  let minute = -1;
  let used = 0;
  let turnedAway = 0;
  return {
    turnedAway: (): number => turnedAway,
    /** @throws AppError `too-many-requests` */
    take(): Record<string, string> {
      const passedMs = clock.steadyMs() - began;
      const current = Math.floor(passedMs / minuteMs);
      if (current !== minute) used = 0;
      minute = current;
      const resetSeconds = String(Math.ceil((minuteMs - (passedMs % minuteMs)) / 1_000));
      if (used === perMinute) {
        turnedAway += 1;
        throw new AppError('too-many-requests', { receivedStatus: 429, retryAfterMs: Number(resetSeconds) * 1_000 });
      }
      used += 1;
      return {
        'x-ratelimit-limit': String(perMinute),
        'x-ratelimit-remaining': String(perMinute - used),
        'x-ratelimit-reset': resetSeconds,
      };
    },
  };
}

const never = new AbortController().signal;

/** The client's gate before that service, on the clock of the test. */
function openGate(clock: FakeClock) {
  const limit = createLimit(clock);
  const gate = createRateGate({
    now: clock.now,
    steadyMs: clock.steadyMs,
    random: () => 0.5,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const takeBack = clock.after(ms, resolve);
        signal.addEventListener('abort', () => {
          takeBack();
          reject(new AppError('cancelled'));
        });
      }),
  });
  const through = async <T>(priority: CallPriority, signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
    const passage = await gate.enter(priority, signal);
    try {
      const headers = limit.take();
      // As long as an answer takes.
      await new Promise<void>((resolve) => clock.after(40, resolve));
      passage.answered(headers);
    } catch (error) {
      passage.answered({}, { retryAfterMs: error instanceof AppError ? error.retryAfterMs : undefined });
      throw error;
    }
    return act();
  };
  return { through, turnedAway: limit.turnedAway };
}

it(
  'sends 500 files under 60 requests a minute with two requests each, while every lookup goes first',
  { timeout: 120_000 },
  async () => {
    const seed = 500;
    const random = createSeededRandom(seed);
    const clock = createFakeClock();
    const { through, turnedAway } = openGate(clock);
    const world = createWorld({
      clock,
      around(call, act) {
        if (call.port === 'disk') return act();
        const options = call.values.at(-1) as
          | { readonly priority?: CallPriority; readonly signal?: AbortSignal }
          | undefined;
        return through(options?.priority ?? 'person', options?.signal ?? never, act);
      },
    });
    const codes = Array.from({ length: files }, (_, n) => `EC${String(n + 1).padStart(6, '0')}`);
    for (const code of codes) world.hold(`${code}/MC000001/part.rfa`, `part ${code}`);
    await world.start();
    await world.addLibrary();
    const beganMs = clock.steadyMs();
    const lookups: { readonly minute: number; readonly waitMs: number }[] = [];
    /** People look something up now and then, sometimes more in a minute than is kept for them. */
    const lookUp = (): void => {
      for (let count = random.between(1, 4); count > 0; count -= 1) {
        const askedMs = clock.steadyMs();
        const minute = Math.floor((askedMs - beganMs) / minuteMs);
        void through('person', never, async () => lookups.push({ minute, waitMs: clock.steadyMs() - askedMs }));
      }
      clock.after(random.between(10_000, 60_000), lookUp);
    };
    lookUp();
    await clock.until(
      () => world.engine.transfers.running() === 0 && world.service.callsOf('storeMetadata') >= files,
      `everything is sent (seed ${seed})`,
      40 * minuteMs,
    );
    await settle();
    const minutes = (clock.steadyMs() - beganMs) / minuteMs;
    const histories = codes.map((code) => world.service.versions.history(keyOf(code)));
    expect(histories).toEqual(codes.map((code) => [`0.1 part ${code}`]));
    expect([world.service.callsOf('storeFile'), world.service.callsOf('storeMetadata')]).toEqual([files, files]);
    expect(world.service.calls.length).toBeLessThan(2 * files + besides);
    expect(turnedAway()).toBe(0);
    expect(lookups.length).toBeGreaterThan(20);
    // The last tenth of each minute is theirs: so many wait for nothing but the answer, and nobody longer than a minute.
    const first = Object.values(Object.groupBy(lookups, ({ minute }) => minute)).flatMap(
      (ofMinute) => ofMinute?.slice(0, perMinute / 10) ?? [],
    );
    expect(Math.max(...first.map(({ waitMs }) => waitMs))).toBeLessThan(1_000);
    expect(Math.max(...lookups.map(({ waitMs }) => waitMs))).toBeLessThan(minuteMs);
    // All that the service answers is used, but for that tenth.
    expect(minutes).toBeLessThan((2 * files + besides) / (perMinute * 0.9) + 1);
    // What is under way waits for an answer, which takes time.
    const closed = world.close();
    await clock.advance(2 * minuteMs);
    await closed;
  },
);
