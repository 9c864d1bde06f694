import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
import { contentKeyOf, metadataIdentity } from '../../../shared/api/content-key-of.ts';
import { filesWithMetadataLimits } from '../../../shared/api/limits.ts';
import { noBlobId } from '../../../shared/api/operation.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { connect, failureOf, serve } from './playground.ts';
import { keyOf, names } from './short-keys.ts';
import { json, plain, reset, type Received, type Reply } from './scripted-service.ts';

type Client = ReturnType<typeof connect>;

const recordOf = (name: string): CadMetadata => metadataIdentity(keyOf(name));

const fileOf = (text: string): OutgoingFile => ({
  fileName: 'pump.rfa',
  sizeBytes: Buffer.byteLength(text),
  async *open() {
    yield Buffer.from(text);
  },
});

function store(client: Client, name: string, file = fileOf(`bytes of ${name}`), signal?: AbortSignal) {
  const input = { params: { blobId: noBlobId }, body: [recordOf(name)], file };
  return client.call('storeMetadata', input, { priority: 'upload', ...(signal ? { signal } : {}) });
}

/** The names of the files in a form, with their bytes where these are short. */
function filesIn({ body, headers }: Received): string[] {
  const boundary = /boundary="([\w-]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const [, metadata, ...files] = body.toString().split(`--${boundary}`);
  const records = JSON.parse(metadata?.split('\r\n\r\n')[1] ?? '') as CadMetadata[];
  return records.map((record, index) => {
    const bytes = files[index]?.split('\r\n\r\n')[1]?.trimEnd() ?? '';
    return `${nameIn(record)}: ${bytes.slice(0, 20)}`;
  });
}

function nameIn(record: CadMetadata): string {
  const key = contentKeyOf(record);
  return key.ok ? key.value.etimClassCode : 'none';
}

/** Makes drafts of whatever comes. */
const takeAll: Reply = (response, request, received) =>
  json(filesIn(received).map((file) => ({ ...recordOf(file.split(':')[0] ?? ''), minorVersion: 1, majorVersion: 0 })))(
    response,
    request,
    received,
  );

/** Answers once it is let go. */
function held(reply: Reply): { readonly reply: Reply; readonly letGo: () => void } {
  const gate = Promise.withResolvers<void>();
  return { letGo: () => gate.resolve(), reply: (...all) => gate.promise.then(() => reply(...all)) };
}

describe('short files that are to go at the same moment', () => {
  it('go in one form, each with its record, and each is answered its own', async () => {
    const service = await serve(takeAll);
    const client = connect(service);
    const answers = await Promise.all(names(5).map((name) => store(client, name)));
    expect(service.requests.map(filesIn)).toEqual([names(5).map((name) => `${name}: bytes of ${name}`)]);
    expect(answers.map((records) => records.map(nameIn))).toEqual(names(5).map((name) => [name]));
  });

  it('are known by their names, in whatever order they are answered; one that is not named is answered with none', async () => {
    const service = await serve(json([recordOf('EC000002'), recordOf('EC000000')]));
    const client = connect(service);
    const answers = await Promise.all(names(3).map((name) => store(client, name)));
    expect(answers.map((records) => records.map(nameIn))).toEqual([['EC000000'], [], ['EC000002']]);
  });

  it('wait while two forms are under way, and then go together', async () => {
    const [first, second] = [held(takeAll), held(takeAll)];
    const service = await serve(first.reply, second.reply, takeAll);
    const client = connect(service);
    const early = [store(client, 'EC000001')];
    await expect.poll(() => service.requests.length).toBe(1);
    early.push(store(client, 'EC000002'));
    await expect.poll(() => service.requests.length).toBe(2);
    const late: Promise<unknown>[] = [];
    for (const name of names(3, 10)) {
      late.push(store(client, name));
      await new Promise(setImmediate);
    }
    first.letGo();
    await Promise.all(late);
    second.letGo();
    await Promise.all(early);
    expect(service.requests.map((request) => filesIn(request).length)).toEqual([1, 1, 3]);
  });

  it('do not wait for those under way once they fill a form', async () => {
    const [first, second] = [held(takeAll), held(takeAll)];
    const service = await serve(first.reply, second.reply, takeAll);
    const client = connect(service);
    const early = [store(client, 'EC000001')];
    await expect.poll(() => service.requests.length).toBe(1);
    early.push(store(client, 'EC000002'));
    await expect.poll(() => service.requests.length).toBe(2);
    const { files } = filesWithMetadataLimits;
    const late = names(files + 1, 10).map((name) => store(client, name));
    await Promise.all(late.slice(0, files));
    expect(filesIn(service.requests[2] as Received)).toHaveLength(files);
    first.letGo();
    second.letGo();
    await Promise.all([...early, ...late]);
    expect(filesIn(service.requests[3] as Received)).toHaveLength(1);
  });

  it('are no more bytes in one form than the service takes', async () => {
    const service = await serve(takeAll);
    const client = connect(service);
    const third = 'x'.repeat(Math.floor(filesWithMetadataLimits.fileBytes / 3));
    await Promise.all(names(7).map((name) => store(client, name, fileOf(third))));
    expect(service.requests.map((request) => filesIn(request).length).sort()).toEqual([1, 3, 3]);
  });

  it('wait for nobody whose file cannot be read: that one fails before anything of it is sent', async () => {
    const service = await serve(takeAll);
    const client = connect(service);
    const changed: OutgoingFile = {
      ...fileOf('bytes'),
      // oxlint-disable-next-line require-yield
      async *open() {
        throw new AppError('file-changed-meanwhile');
      },
    };
    const all = [store(client, 'EC000000'), store(client, 'EC000001', changed), store(client, 'EC000002')];
    expect((await failureOf(all[1] as Promise<unknown>)).code).toBe('file-changed-meanwhile');
    await Promise.all([all[0], all[2]]);
    expect(service.requests.flatMap(filesIn)).toHaveLength(2);
  });
});

describe('a form of several files', () => {
  /** Refuses what has this file in it. */
  const refusing =
    (name: string): Reply =>
    (response, request, received) => {
      const isRefused = filesIn(received).some((file) => file.startsWith(name));
      const problem = { type: 'base-version-outdated', title: 'outdated', status: 400 };
      return (isRefused ? json(problem, 400) : takeAll)(response, request, received);
    };

  it('that is refused has stored nothing: each goes alone, and only the one that is at fault fails', async () => {
    const service = await serve(refusing('EC000001'));
    const client = connect(service);
    const outcomes = await Promise.allSettled(names(4).map((name) => store(client, name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(service.requests.map((request) => filesIn(request).length)).toEqual([4, 1, 1, 1, 1]);
  });

  it('that is longer than a server allows, which says so with a page, goes in smaller ones', async () => {
    const service = await serve(plain('<html>404.13</html>', 404), takeAll);
    const client = connect(service);
    const outcomes = await Promise.allSettled(names(3).map((name) => store(client, name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(service.requests.map((request) => filesIn(request).length)).toEqual([3, 1, 1, 1]);
  });

  it.each<[string, Reply]>([
    ['whose answer is lost', reset],
    ['that a service failed over', json({}, 500)],
    ['that came to another server', plain('<html>', 421)],
    ['that was one request too many', json({}, 429, { 'retry-after': '3600' })],
  ])('%s is not sent again by the client: each fails', async (_what, reply) => {
    const service = await serve(reply, takeAll);
    const client = connect(service);
    const outcomes = await Promise.allSettled(names(3).map((name) => store(client, name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(service.requests).toHaveLength(1);
  });

  it('whose answer nobody can read was taken all the same: which versions they became is for the senders to look up', async () => {
    const service = await serve(json('nonsense'), takeAll);
    const client = connect(service);
    expect(await Promise.all(names(3).map((name) => store(client, name)))).toEqual([[], [], []]);
    expect(service.requests).toHaveLength(1);
  });
});

describe('a file that nobody waits for any more', () => {
  it('is not sent where it waited for its turn, and ends alone where it is under way', async () => {
    const [first, second] = [held(takeAll), held(takeAll)];
    const service = await serve(first.reply, second.reply, takeAll);
    const client = connect(service);
    const gone = new AbortController();
    const underWay = [store(client, 'EC000001', undefined, gone.signal), store(client, 'EC000002')];
    await expect.poll(() => service.requests.length).toBe(1);
    underWay.push(store(client, 'EC000003'));
    await expect.poll(() => service.requests.length).toBe(2);
    const waiting = [store(client, 'EC000004', undefined, gone.signal), store(client, 'EC000005')];
    await new Promise(setImmediate);
    gone.abort();
    for (const left of [underWay[0], waiting[0]]) {
      expect((await failureOf(left as Promise<unknown>)).code).toBe('cancelled');
    }
    first.letGo();
    second.letGo();
    await Promise.all([underWay[1], underWay[2], waiting[1]]);
    expect(service.requests.map((request) => filesIn(request).map((file) => file.slice(0, 8)))).toEqual([
      ['EC000001', 'EC000002'],
      ['EC000003'],
      ['EC000005'],
    ]);
    const late = store(client, 'EC000006', undefined, gone.signal);
    expect((await failureOf(late)).code).toBe('cancelled');
    expect(service.requests).toHaveLength(3);
  });

  it('has its request ended when nobody waits for any other of its form', async () => {
    const ended = Promise.withResolvers<unknown>();
    const service = await serve((_response, request) => void once(request.socket, 'close').then(ended.resolve));
    const client = connect(service);
    const gone = new AbortController();
    const both = names(2).map((name) => store(client, name, undefined, gone.signal));
    await expect.poll(() => service.requests.length).toBe(1);
    gone.abort();
    for (const one of both) expect((await failureOf(one)).code).toBe('cancelled');
    await ended.promise;
  });

  it('is cancelled with the client', async () => {
    const service = await serve(held(takeAll).reply);
    const client = connect(service);
    const both = names(2).map((name) => store(client, name));
    await expect.poll(() => service.requests.length).toBe(1);
    await client.close();
    for (const one of both) expect((await failureOf(one)).code).toBe('cancelled');
  });
});
