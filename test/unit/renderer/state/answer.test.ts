import { expect, it } from 'vitest';
import { NotConnectedError } from '../../../../renderer/connect/engine-client.ts';
import { createAnswer } from '../../../../renderer/state/answer.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

const session = { connected: true } as Session;

it('an answer that comes later than that to a later question is dropped, and so is a failure', async () => {
  const answer = createAnswer<string>(session);
  const [early, failing] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const asked = [answer.ask(() => early.promise), answer.ask(() => failing.promise)];
  await answer.ask(async () => 'newest');
  early.resolve('early');
  failing.reject(new Error('too late'));
  await Promise.all(asked);
  expect([answer.value, answer.error, answer.isFailed, answer.busy]).toEqual(['newest', undefined, false, false]);
});

it('what was cleared is not filled by what was asked before', async () => {
  const answer = createAnswer<string>(session);
  const early = Promise.withResolvers<string>();
  const asking = answer.ask(() => early.promise);
  expect(answer.busy).toBe(true);
  answer.clear();
  early.resolve('early');
  await asking;
  expect([answer.value, answer.busy]).toEqual([undefined, false]);
});

it('the last good value stays while it is asked again, and where that fails', async () => {
  const answer = createAnswer<string>(session);
  await answer.ask(async () => 'good');
  await answer.ask(() => Promise.reject(new Error('no')));
  expect([answer.value, answer.isFailed]).toEqual(['good', true]);
  expect(answer.error).toEqual({ code: 'unexpected-failure', detail: 'no' });
  await answer.ask(() => Promise.reject(new NotConnectedError()));
  expect([answer.value, answer.isFailed, answer.error]).toEqual(['good', true, undefined]);
});
