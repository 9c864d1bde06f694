import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenForInterrupt } from '../../../electron/entry/commands/listen-for-interrupt.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const before = process.listeners('SIGINT');
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const listener of process.listeners('SIGINT')) {
      if (!before.includes(listener)) process.off('SIGINT', listener).off('SIGTERM', listener);
    }
  });
});

it.each([
  ['', 0],
  [', also where the clock was set back since the first', -3_600_000],
])('a second Ctrl+C ends a command at once, and an echo of the first does not%s', (_, setByMs) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const interrupt = listenForInterrupt();
  onTestFinished(() => interrupt.stop());
  process.emit('SIGINT');
  expect(interrupt.signal.aborted).toBe(true);
  vi.setSystemTime(Date.now() + setByMs);
  vi.advanceTimersByTime(500);
  process.emit('SIGINT');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(501);
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});

it('a second Ctrl+C ends a command at once while it looks up a name, which the usual way out waits for', () => {
  vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue(['Timeout', 'GetAddrInfoReqWrap']);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const interrupt = listenForInterrupt();
  onTestFinished(() => interrupt.stop());
  process.emit('SIGINT');
  vi.advanceTimersByTime(1_001);
  process.emit('SIGINT');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  expect(exit).not.toHaveBeenCalled();
});
