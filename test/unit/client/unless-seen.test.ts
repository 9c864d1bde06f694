import { expect, it } from 'vitest';
import type { SeenAnswer } from '../../../shared/api/caller.ts';
import { connect, failureOf, serve } from './playground.ts';
import { json, type Reply } from './scripted-service.ts';

const records = [{ baseFilename: 'pump', majorVersion: 1, minorVersion: 0 }];
const params = { applicationName: 'Revit', applicationVersion: '2025', includeMinorVersion: 'True' };

/** Knows one tag, as HTTP says it. */
const tagged =
  (tag: string, value: unknown): Reply =>
  (response, request) => {
    response.setHeader('ETag', tag).setHeader('Date', 'Wed, 20 May 2026 10:00:00 GMT');
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
    else response.end(JSON.stringify(value));
  };

const refusing: Reply = (response, request) => {
  response.setHeader('ETag', '"1"');
  if (request.headers['if-none-match'] !== undefined) response.writeHead(400).end();
  else response.end(JSON.stringify(records));
};

async function client(...replies: readonly Reply[]) {
  const service = await serve(...replies);
  const { callUnlessSeen } = connect(service);
  const ask = (seen: SeenAnswer | undefined, onServiceTime?: (timeMs: number) => void) =>
    callUnlessSeen('listMetadata', { params }, seen, onServiceTime ? { onServiceTime } : {});
  return { ask, asked: () => service.requests.map(({ headers }) => headers['if-none-match']) };
}

it('an answer with a tag is not sent again while it is the same', async () => {
  const times: number[] = [];
  const { ask, asked } = await client(tagged('"1"', records));
  const first = await ask(undefined);
  expect(first.answer).toEqual(records);
  const second = await ask(first.seen, (timeMs) => times.push(timeMs));
  expect(second).toEqual({ seen: first.seen, answer: undefined, wasSent: false });
  expect(asked()).toEqual([undefined, '"1"']);
  expect(times).toEqual([Date.UTC(2026, 4, 20, 10)]);
});

it('an answer with another tag is read', async () => {
  const { ask } = await client(tagged('"1"', []), tagged('"2"', records));
  expect(await ask((await ask(undefined)).seen)).toMatchObject({ answer: records, seen: { tag: '"2"' } });
});

it('the same answer of a service without tags is sent and not read', async () => {
  const { ask, asked } = await client(json(records));
  const { seen } = await ask(undefined);
  expect(await ask(seen)).toEqual({ seen, answer: undefined, wasSent: true });
  expect(asked()).toEqual([undefined, undefined]);
});

it.each(['W/"1"', '"a b"', 'plain', '"\u00e9"'])('a tag that vouches for nothing is not named: %s', async (tag) => {
  const { ask, asked } = await client(tagged(tag, records));
  await ask((await ask(undefined)).seen);
  expect(asked()).toEqual([undefined, undefined]);
});

it('a service that refuses a question with a tag is asked again without, and then always so', async () => {
  const { ask, asked } = await client(refusing);
  const { seen } = await ask(undefined);
  const second = await ask(seen);
  expect(second).toMatchObject({ answer: undefined, wasSent: true });
  await ask(second.seen);
  expect(asked()).toEqual([undefined, '"1"', undefined, undefined]);
});

it.each([
  [500, ''],
  [421, '<html>No such site</html>'],
])('what has nothing to do with the tag fails as ever: %i %s', async (status, body) => {
  const { ask, asked } = await client(tagged('"1"', records), (response) => void response.writeHead(status).end(body));
  const { seen } = await ask(undefined);
  expect(await failureOf(ask(seen))).toMatchObject({ receivedStatus: status });
  expect(new Set(asked().slice(1))).toEqual(new Set(['"1"']));
});

it('a 304 that nobody asked for is no answer', async () => {
  const { ask } = await client((response) => void response.writeHead(304).end());
  expect(await failureOf(ask(undefined))).toMatchObject({ code: 'unreadable-answer' });
});
