import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IncomingFile } from '../../../shared/api/caller.ts';
import { aloneUnderWay } from '../../../electron/client/gathering.ts';
import { metadataIdentity } from '../../../shared/api/content-key-of.ts';
import { metadataWithFilesLimits } from '../../../shared/api/limits.ts';
import { acceptsHeader, metadataWithFiles, metadataWithFilesType } from '../../../shared/api/operation.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../../shared/api/schemas/cad-metadata.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { connect, failureOf, serve } from './playground.ts';
import { keyOf, names } from './short-keys.ts';
import { json, reset, type Received, type Reply } from './scripted-service.ts';

type Client = ReturnType<typeof connect>;

const hashOf = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256;
const textOf = (name: string): string => `bytes of ${name}`;

interface Wanted {
  readonly text?: string;
  readonly startAt?: number;
  readonly signal?: AbortSignal;
  readonly isUnknown?: boolean;
}

async function fetchText(client: Client, name: string, wanted: Wanted = {}): Promise<string> {
  const { text = textOf(name), startAt = 0, signal, isUnknown = false } = wanted;
  const expected = isUnknown ? undefined : { sizeBytes: Buffer.byteLength(text), sha256: hashOf(text) };
  const query = { languageCode: '', majorVersion: '1', minorVersion: '2' };
  const call = { priority: 'download' as const, startAt, expected, ...(signal ? { signal } : {}) };
  return readText(await client.download('getFile', { params: keyOf(name), query }, call));
}

async function readText({ bytes }: IncomingFile): Promise<string> {
  let text = '';
  for await (const piece of bytes) text += Buffer.from(piece).toString();
  return text;
}

const asked = ({ body }: Received): string[] =>
  (JSON.parse(body.toString()) as CadMetadataCriteria[]).map(({ identifier }) => identifier?.etim?.classCode ?? '');

const recordOf = (name: string, text = textOf(name)): CadMetadata => ({
  ...metadataIdentity(keyOf(name)),
  ...{ majorVersion: 1, minorVersion: 2, size: Buffer.byteLength(text), sha256: hashOf(text) },
});

/** Answers with the records of these files, and their bytes behind them. */
const withFiles =
  (files: (name: string) => string | undefined, end = 0): Reply =>
  (response, _request, received) => {
    const given = asked(received).flatMap((name) => {
      const text = files(name);
      return text === undefined ? [] : [{ record: recordOf(name, text), text }];
    });
    const text = `${JSON.stringify(given.map(({ record }) => record))}\n${given.map((one) => one.text).join('')}`;
    response.writeHead(200, { 'content-type': metadataWithFilesType });
    response.end(end === 0 ? text : text.slice(0, end));
  };

/** A single file, as any service answers it. */
const oneFile: Reply = (response, _request, { url }) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  response.end(textOf(/EC\d{6}/.exec(url)?.[0] ?? ''));
};

/** Our own service: lists say what it does; files come as `together` or, one by one, as `alone` answers. */
const ourOwn =
  (together: Reply, alone: Reply = oneFile, extras = metadataWithFiles): Reply =>
  (response, request, received) => {
    if (received.url.includes('/MetadataBulk/'))
      return json([], 200, { [acceptsHeader]: extras })(response, request, received);
    return (received.method === 'POST' ? together : alone)(response, request, received);
  };

async function connectTo(reply: Reply) {
  const service = await serve(reply);
  const client = connect(service);
  const params = { applicationName: 'Revit', applicationVersion: '2025', includeMinorVersion: 'true' };
  await client.call('listMetadata', { params });
  service.requests.length = 0;
  return { service, client };
}

const bulkOf = (requests: readonly Received[]): Received[] => requests.filter(({ method }) => method === 'POST');
const singleOf = (requests: readonly Received[]): Received[] => requests.filter(({ method }) => method === 'GET');

describe('short files that are wanted at the same moment', () => {
  it('come in one answer, each with its own bytes', async () => {
    const { service, client } = await connectTo(ourOwn(withFiles(textOf)));
    expect(client.givesFilesTogether).toBe(true);
    expect(await Promise.all(names(5).map((name) => fetchText(client, name)))).toEqual(names(5).map(textOf));
    expect(service.requests.map(asked)).toEqual([names(5)]);
    const [request] = service.requests;
    expect(request?.headers.accept?.split(', ')[0]).toBe(metadataWithFilesType);
    const [criterion] = JSON.parse(request?.body.toString() ?? '') as CadMetadataCriteria[];
    expect(criterion?.options).toEqual({ languageCode: '', majorVersion: 1, minorVersion: 2, type: 'Template' });
  });

  it('are no more in one answer than fit', async () => {
    const { service, client } = await connectTo(ourOwn(withFiles(textOf)));
    const { files } = metadataWithFilesLimits;
    await Promise.all(names(files + 2).map((name) => fetchText(client, name)));
    expect(service.requests.map((request) => asked(request).length)).toEqual([files, 2]);
  });

  it('are no more bytes in one answer than fit', async () => {
    const long = 'x'.repeat(metadataWithFilesLimits.oneFileBytes);
    const { service, client } = await connectTo(ourOwn(withFiles(() => long)));
    const fit = metadataWithFilesLimits.fileBytes / long.length;
    const texts = await Promise.all(names(fit + 2).map((name) => fetchText(client, name, { text: long })));
    expect(new Set(texts)).toEqual(new Set([long]));
    expect(service.requests.map((request) => asked(request).length)).toEqual([fit, 2]);
  });

  it.each<[string, Reply]>([
    ['that did not come with the others', withFiles((name) => (name === 'EC000001' ? undefined : textOf(name)))],
    ['that came with bytes nobody expected', withFiles((name) => (name === 'EC000001' ? 'newer' : textOf(name)))],
  ])('one %s is fetched by itself', async (_what, together) => {
    const { service, client } = await connectTo(ourOwn(together));
    expect(await Promise.all(names(3).map((name) => fetchText(client, name)))).toEqual(names(3).map(textOf));
    expect(singleOf(service.requests).map(({ url }) => /EC\d+/.exec(url)?.[0])).toEqual(['EC000001']);
  });

  it.each<[string, Reply]>([
    ['refuses that question', json({ title: 'what?', status: 400 }, 400)],
    ['answers without files', json(names(3).map((name) => recordOf(name)))],
    ['answers so that nobody can read it', json('nonsense')],
    ['fails at that question', json({ title: 'no', status: 500 }, 500)],
  ])('are fetched one by one of a service that %s', async (_what, together) => {
    const { service, client } = await connectTo(ourOwn(together));
    expect(await Promise.all(names(3).map((name) => fetchText(client, name)))).toEqual(names(3).map(textOf));
    expect(singleOf(service.requests)).toHaveLength(3);
  });

  it.each<[string, Reply, string]>([
    ['breaks off among the files', withFiles(textOf, -5), 'answer-incomplete'],
    ['breaks off among the records', withFiles(textOf, 100), 'answer-incomplete'],
    ['is lost', reset, 'service-unreachable'],
    ['is a page for people', (response) => void response.end('<html>Sign in</html>'), 'network-sign-in-needed'],
    ['was one too many', json({}, 429, { 'retry-after': '3600' }), 'too-many-requests'],
  ])('all fail where the answer %s, and none holds the bytes of another', async (_what, together, code) => {
    const { client } = await connectTo(ourOwn(together));
    const failures = await Promise.all(names(3).map((name) => failureOf(fetchText(client, name))));
    expect(new Set(failures.map((failure) => failure.code))).toEqual(new Set([code]));
  });
});

it('files that hang keep no others waiting', async () => {
  const gone = new AbortController();
  const hanging: Reply = (response, request, received) =>
    received.url.includes('EC00000') && Number(/EC(\d+)/.exec(received.url)?.[1]) < 2
      ? undefined
      : oneFile(response, request, received);
  const { service, client } = await connectTo(ourOwn(withFiles(textOf), hanging));
  const hung: Promise<unknown>[] = [];
  for (const name of names(2)) {
    hung.push(failureOf(fetchText(client, name, { signal: gone.signal })));
    await expect.poll(() => singleOf(service.requests).length).toBe(hung.length);
  }
  const others = names(5).slice(2);
  expect(await Promise.all(others.map((name) => fetchText(client, name)))).toEqual(others.map(textOf));
  gone.abort();
  await Promise.all(hung);
});

it('few are fetched by themselves at a time, so that connections are left for people', async () => {
  let atOnce = 0;
  let most = 0;
  const counted: Reply = async (response, request, received) => {
    most = Math.max(most, (atOnce += 1));
    await new Promise(setImmediate);
    atOnce -= 1;
    await oneFile(response, request, received);
  };
  const { client } = await connectTo(
    ourOwn(
      withFiles(() => undefined),
      counted,
    ),
  );
  await Promise.all(names(40).map((name) => fetchText(client, name)));
  expect(most).toBeLessThanOrEqual(aloneUnderWay);
});

describe('by itself comes a file', () => {
  let service: Awaited<ReturnType<typeof connectTo>>['service'];
  let client: Client;
  beforeEach(async () => ({ service, client } = await connectTo(ourOwn(withFiles(textOf)))));

  it.each<[string, Wanted]>([
    ['of which is not known what it is', { isUnknown: true }],
    ['that is long', { text: 'x'.repeat(metadataWithFilesLimits.oneFileBytes + 1) }],
  ])('%s', async (_what, wanted) => {
    await Promise.all(names(2).map((name) => fetchText(client, name, wanted)));
    expect([bulkOf(service.requests).length, singleOf(service.requests).length]).toEqual([0, 2]);
  });

  it('that nobody wants another one with', async () => {
    expect(await fetchText(client, 'EC000001')).toBe(textOf('EC000001'));
    expect(singleOf(service.requests)).toHaveLength(1);
  });

  it('of a service that does not say that files come together', async () => {
    const other = await connectTo(ourOwn(withFiles(textOf), oneFile, 'another'));
    await Promise.all(names(2).map((name) => fetchText(other.client, name)));
    expect([bulkOf(other.service.requests).length, singleOf(other.service.requests).length]).toEqual([0, 2]);
  });
});

it('a file that nobody waits for any more is not fetched by itself', async () => {
  const gone = new AbortController();
  const together: Reply = (response, request, received) => {
    gone.abort();
    return withFiles((name) => (name === 'EC000001' ? undefined : textOf(name)))(response, request, received);
  };
  const { service, client } = await connectTo(ourOwn(together));
  const all = names(3).map((name) => fetchText(client, name, name === 'EC000001' ? { signal: gone.signal } : {}));
  expect((await failureOf(all[1] as Promise<unknown>)).code).toBe('cancelled');
  expect(await Promise.all([all[0], all[2]])).toEqual([textOf('EC000000'), textOf('EC000002')]);
  expect(singleOf(service.requests)).toHaveLength(0);
});
