import { describe, expect, it } from 'vitest';
import type { Silence } from '../../../electron/client/exchange.ts';
import { hang, json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript } from './playground.ts';

const ok = json({ versions: [] });
const ask = (client: ReturnType<typeof connect>, priority: 'person' | 'upload' = 'person') =>
  client.call('listVersions', { params: pumpContent }, { priority });

/** A person waits for this long only; what takes its time may take longer. */
const promptly = { promptAnswerMs: 60 };
const slowly =
  (reply: Reply): Reply =>
  (...sent) =>
    void setTimeout(() => void reply(...sent), 250);

describe('a service that takes requests and does not answer', () => {
  it('is given up for a person after a while, and not asked again', async () => {
    const service = await serve(hang);
    const client = connect(service, { timeouts: promptly, tries: { personWithinMs: 30 } });
    expect((await failureOf(ask(client))).code).toBe('service-timeout');
    expect(service.requests.length).toBe(1);
  });

  it('is given up as soon where nobody can sign in', async () => {
    const service = await serveScript({ replies: [ok], token: hang });
    const client = connect(service, { timeouts: promptly });
    expect((await failureOf(ask(client, 'upload'))).code).toBe('service-timeout');
    expect(service.signIns.length).toBe(1);
  });

  it('has longer for what nobody watches, and for files that it stores or makes', async () => {
    const blobId = '5f2b8b0e-6f0a-4c0e-9a5b-0d4f7c1e2a3b';
    const service = await serve(slowly(ok), slowly(json(blobId)), slowly(plain('bytes')));
    const client = connect(service, { timeouts: promptly });
    expect(await ask(client, 'upload')).toEqual({ versions: [] });
    const file = {
      ...{ fileName: 'pump.rfa', sizeBytes: 4 },
      async *open() {
        yield Buffer.from('pump');
      },
    };
    expect(await client.upload('storeFile', { params: {} }, file)).toBe(blobId);
    const { bytes } = await client.download('getFile', { params: pumpContent });
    let text = '';
    for await (const piece of bytes) text += Buffer.from(piece).toString();
    expect(text).toBe('bytes');
    expect(service.requests.length).toBe(3);
  });

  it('has longer the larger the file is: a proxy may take it in whole before it passes it on', async () => {
    const blobId = '5f2b8b0e-6f0a-4c0e-9a5b-0d4f7c1e2a3b';
    const service = await serve((...sent) => void setTimeout(() => void json(blobId)(...sent), 700));
    const bytes = Buffer.alloc(2_000_000);
    const file = {
      ...{ fileName: 'pump.rfa', sizeBytes: bytes.length },
      async *open() {
        yield bytes;
      },
    };
    const client = connect(service, { timeouts: { answerMs: 400 }, tries: { person: 1 } });
    expect(await client.upload('storeFile', { params: {} }, file)).toBe(blobId);
  });

  it('may have done what it was asked for, and that is said; of a question nothing is', async () => {
    const service = await serve(hang);
    const client = connect(service, { timeouts: promptly, tries: { person: 1 } });
    const set = client.call('setBimReady', { params: {}, query: {}, body: { 7: true } });
    expect((await failureOf(set)).detail).toContain('may have been done');
    expect((await failureOf(ask(client))).detail).toBeUndefined();
  });
});

describe('whoever waits', () => {
  it('is told of a silence once, from where nothing comes and for how long, without the license code', async () => {
    const told: Silence[] = [];
    const service = await serve(hang);
    const timeouts = { silentMs: 150, promptAnswerMs: 2_000 };
    const client = connect(service, { timeouts, tries: { person: 1 }, onSilence: (silence) => told.push(silence) });
    await Promise.all([failureOf(ask(client)), failureOf(client.call('getStandards', { params: {} }))]);
    const [silence, ...more] = told;
    expect([silence?.origin, silence?.silentMs, more]).toEqual([service.address, 150, []]);
    expect(silence?.leftMs).toBeGreaterThan(300);
    expect(silence?.leftMs).toBeLessThanOrEqual(1_850);
  });

  it('is told again of the next one, once the service had answered', async () => {
    const told: Silence[] = [];
    const service = await serve(slowly(ok));
    const client = connect(service, { timeouts: { silentMs: 100 }, onSilence: (silence) => told.push(silence) });
    await ask(client);
    await ask(client);
    expect(told.length).toBe(2);
  });

  it('is told nothing while bytes go out, however long all of them take', async () => {
    const told: Silence[] = [];
    const blobId = '5f2b8b0e-6f0a-4c0e-9a5b-0d4f7c1e2a3b';
    const service = await serve(json(blobId));
    // The machine may be busy with others for half of that.
    const timeouts = { silentMs: 1_000 };
    const client = connect(service, { timeouts, onSilence: (silence) => told.push(silence) });
    const pieces = 10;
    const sizeBytes = pieces * 64 * 1024;
    const file = {
      ...{ fileName: 'pump.rfa', sizeBytes },
      async *open() {
        for (let piece = 0; piece < pieces; piece++) {
          await new Promise((resolve) => setTimeout(resolve, 150));
          yield Buffer.alloc(64 * 1024);
        }
      },
    };
    await client.upload('storeFile', { params: {} }, file);
    expect(told).toEqual([]);
  });
});
