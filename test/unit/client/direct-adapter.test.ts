import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { startAttempt } from '../../../electron/client/attempt.ts';
import { directAdapter } from '../../../electron/client/direct-adapter.ts';

it('a long answer is taken from the connection only as fast as it is read', async () => {
  const calls: string[] = [];
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => void calls.push('abort'),
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
  };
  let handler: Dispatcher.DispatchHandler = {};
  const dispatcher = {
    dispatch(_: unknown, given: Dispatcher.DispatchHandler) {
      handler = given;
      return true;
    },
  } as unknown as Dispatcher;
  const attempt = startAttempt(undefined, { onEnd: () => undefined });
  const send = directAdapter(dispatcher, attempt, 1_000);
  const { signal } = attempt;
  const answer = send({ method: 'GET', url: 'http://127.0.0.1/file', headers: {}, data: undefined, signal });
  handler.onRequestStart?.(controller, undefined);
  handler.onRequestSent?.();
  handler.onResponseStart?.(controller, 200, {});
  const body = (await answer).data;
  handler.onResponseData?.(controller, Buffer.alloc(1 << 20));
  expect(calls.at(-1)).toBe('pause');
  const reading = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  expect((await reading.next()).value).toHaveLength(1 << 20);
  handler.onResponseEnd?.(controller, {});
  expect((await reading.next()).done).toBe(true);
  expect([calls.at(-1), calls.includes('abort')]).toEqual(['resume', false]);
  attempt.end();
});
