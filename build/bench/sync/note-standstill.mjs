import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a program that is measured: notes for how long its main thread answered nobody at a stretch, in
 * milliseconds, in the file that `STANDSTILL_FILE` names. Loading the program does not count: nobody can ask before.
 */
const lookEveryMs = 5;
const file = process.env['STANDSTILL_FILE'];

if (isMainThread && file !== undefined) {
  let longestMs = 0;
  let last;
  setInterval(() => {
    const now = performance.now();
    if (last !== undefined) longestMs = Math.max(longestMs, now - last - lookEveryMs);
    last = now;
  }, lookEveryMs).unref();
  process.on('exit', () => {
    // A program may start another one that does the work.
    const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    writeFileSync(file, String(Math.max(before, longestMs)));
  });
}
