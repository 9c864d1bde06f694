import { ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a program (`--import`), it has all clocks and timers of the program run faster, and those of all programs
 * that are started with the same environment alike: a minute of a limit passes in a moment, and nothing else is changed.
 */

const speed = Number(process.env['FAST_CLOCK_SPEED']);
const startMs = Number(process.env['FAST_CLOCK_START_MS']);
if (!(speed >= 1) || !(startMs > 0)) throw new Error('FAST_CLOCK_SPEED and FAST_CLOCK_START_MS are missing.');

const SlowDate = Date;
const nowMs = (): number => startMs + (SlowDate.now() - startMs) * speed;

const FastDate = class extends SlowDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [nowMs()] : given) as [number]));
  }
  static override now(): number {
    return Math.floor(nowMs());
  }
};

const timers = createRequire(import.meta.url)('node:timers/promises') as {
  setTimeout: (delayMs?: number, ...others: unknown[]) => Promise<unknown>;
};
const { setTimeout: wait } = timers;
timers.setTimeout = (delayMs = 0, ...others) => wait(delayMs / speed, ...others);
syncBuiltinESMExports();

const { setTimeout: after, setInterval: every } = globalThis;
const { timeOrigin } = performance;
Object.assign(globalThis, {
  Date: FastDate,
  setTimeout: Object.assign(
    (callback: () => void, delayMs = 0, ...args: []) => after(callback, delayMs / speed, ...args),
    after,
  ),
  setInterval: (callback: () => void, delayMs = 0, ...args: []) => every(callback, delayMs / speed, ...args),
});
performance.now = (): number => nowMs() - timeOrigin;

// What a server says of the time is taken from a clock of its own.
const writeHead = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  this.setHeader('date', new FastDate().toUTCString());
  return writeHead.apply(this, given as [number]);
} as typeof writeHead;
