import { expect, it } from 'vitest';
import { createThreadsByDrive } from '../../../electron/platform/threads-by-drive.ts';

/** Threads that are told apart by the order in which they were made. */
function numbered(isApart: (root: string) => boolean, nowMs = () => 0) {
  let made = 0;
  return createThreadsByDrive(() => (made += 1), { isApart, nowMs });
}

it('local drives share their threads, and each root on a network drive has its own', () => {
  const threads = numbered((root) => root.startsWith('//nas/'));
  expect(['/home', '/usb'].map((root) => threads.of(root))).toEqual([threads.local, threads.local]);
  expect(['//nas/a', '//nas/b', '//nas/a'].map((root) => threads.of(root))).toEqual([2, 3, 2]);
  expect(threads.of('/home')).toBe(threads.local);
});

it('a share that is connected in the place of a folder gets its own threads soon, and keeps them', () => {
  let [nowMs, isConnected, looks] = [0, false, 0];
  const threads = numbered(
    () => {
      looks += 1;
      return isConnected;
    },
    () => nowMs,
  );
  expect([threads.of('/mnt/nas'), threads.of('/mnt/nas')]).toEqual([threads.local, threads.local]);
  expect(looks).toBe(1);
  isConnected = true;
  nowMs = 10_001;
  expect(threads.of('/mnt/nas')).toBe(2);
  isConnected = false;
  nowMs = 1e6;
  expect(threads.of('/mnt/nas')).toBe(2);
});
