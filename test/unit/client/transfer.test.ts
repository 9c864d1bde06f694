import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { IncomingFile, OutgoingFile } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { hang, plain, pumpContent, reset } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript } from './playground.ts';

const blobId = '0f6c2f0e-1111-2222-3333-444455556666';

function fileOf(content: Buffer, fileName = 'pump.rfa'): OutgoingFile & { opened: number } {
  const file = {
    fileName,
    sizeBytes: content.length,
    opened: 0,
    async *open() {
      file.opened += 1;
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
    },
  };
  return file;
}

async function bytesOf({ bytes }: IncomingFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const upload = (client: ReturnType<typeof connect>, file: OutgoingFile, signal?: AbortSignal) =>
  client.upload('storeFile', { params: {} }, file, signal ? { signal } : {});

describe('what an upload sends', () => {
  it('frames the file as older clients do, with its whole length announced', async () => {
    const service = await serve(plain(blobId));
    await upload(connect(service), fileOf(Buffer.from('family')));
    const [request] = service.requests;
    const boundary = /^multipart\/form-data; boundary="([\w-]+)"$/.exec(request?.headers['content-type'] ?? '')?.[1];
    expect(request?.url).toBe('/api/v1/Files/license-code-1');
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request?.body.toString().split('\r\n')).toEqual([
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Disposition: form-data; name=fileToUpload',
      '',
      'fileToUpload',
      `--${boundary}`,
      'Content-Disposition: form-data; name=fileToUpload; filename=pump.rfa',
      '',
      'family',
      `--${boundary}--`,
      '',
    ]);
  });

  it.each([
    ['my pump.rfa', 'filename="my pump.rfa"'],
    ['a"b\\c.rfa', 'filename="a\\"b\\\\c.rfa"'],
    ['pömp.rfa', 'filename="=?utf-8?B?cMO2bXAucmZh?="'],
    ['a\r\nb.rfa', 'filename="=?utf-8?B?YQ0KYi5yZmE=?="'],
  ])('names a file %j so that it fits into a header', async (name, expected) => {
    const service = await serve(plain(blobId));
    await upload(connect(service), fileOf(Buffer.from('x'), name));
    expect(service.requests[0]?.body.toString()).toContain(`name=fileToUpload; ${expected}\r\n\r\nx\r\n`);
  });

  it('carries many megabytes unchanged and tells how far it is', async () => {
    const content = randomBytes(5_000_000);
    const service = await serve(plain(blobId));
    const told: number[] = [];
    await connect(service).upload('storeFile', { params: {} }, fileOf(content), { onProgress: (n) => told.push(n) });
    const body = service.requests[0]?.body ?? Buffer.alloc(0);
    const start = body.indexOf('filename=pump.rfa\r\n\r\n') + 'filename=pump.rfa\r\n\r\n'.length;
    expect(body.subarray(start, start + content.length).equals(content)).toBe(true);
    expect(told.at(-1)).toBe(content.length);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it.each([blobId, `"${blobId}"`, blobId.toUpperCase(), `{${blobId}}`, ` ${blobId}\r\n`, blobId.replaceAll('-', '')])(
    'reads the id %j',
    async (answer) => {
      const service = await serve(plain(answer));
      expect(await upload(connect(service), fileOf(Buffer.from('x')))).toBe(blobId);
    },
  );

  it('refuses an answer that is no id', async () => {
    const service = await serve(plain('stored'));
    const error = await failureOf(upload(connect(service, { tries: { person: 1 } }), fileOf(Buffer.from('x'))));
    expect(error.code).toBe('unreadable-answer');
  });
});

describe('how an upload goes wrong', () => {
  it('opens the file again for the next try', async () => {
    const service = await serve(reset, plain('', 503), plain(blobId));
    const file = fileOf(randomBytes(200_000));
    expect(await upload(connect(service), file)).toBe(blobId);
    expect(file.opened).toBe(3);
  });

  it('sends the file again with another token when the first was refused', async () => {
    const service = await serve(plain('', 401), plain(blobId));
    const file = fileOf(Buffer.from('x'));
    await upload(connect(service), file);
    expect([file.opened, service.signIns.length]).toEqual([2, 2]);
    expect(service.requests[1]?.headers.authorization).toBe('Bearer access-token-2');
  });

  it.each([
    ['shorter', 9],
    ['longer', 1],
  ])('notices when the file is %s than announced', async (_, sizeBytes) => {
    const service = await serve(plain(blobId));
    const file = { ...fileOf(Buffer.from('12345')), sizeBytes };
    expect((await failureOf(upload(connect(service), file))).code).toBe('file-changed-meanwhile');
    expect(service.requests.length).toBe(0);
  });

  it('hands on why the file could not be read, and does not try again', async () => {
    const service = await serve(plain(blobId));
    let opened = 0;
    const broken = (error: Error): OutgoingFile => ({
      ...fileOf(Buffer.from('12345')),
      async *open() {
        opened += 1;
        throw error;
      },
    });
    const client = connect(service);
    expect((await failureOf(upload(client, broken(new AppError('file-vanished'))))).code).toBe('file-vanished');
    expect((await failureOf(upload(client, broken(new Error('EIO'))))).code).toBe('file-unreadable');
    expect(opened).toBe(2);
  });

  it('stops reading the file when it is cancelled', async () => {
    const service = await serveScript({ replies: [hang], early: true });
    const stop = new AbortController();
    const closed = Promise.withResolvers<void>();
    const endless: OutgoingFile = {
      fileName: 'big.rvt',
      sizeBytes: 1e12,
      async *open() {
        try {
          for (let number = 0; ; number++) {
            if (number === 20) stop.abort();
            yield Buffer.alloc(65_536);
          }
        } finally {
          closed.resolve();
        }
      },
    };
    expect((await failureOf(upload(connect(service), endless, stop.signal))).code).toBe('cancelled');
    await closed.promise;
  });

  it('stops reading the file when the service says no before it is through', async () => {
    const service = await serveScript({
      replies: [plain('{"type":"license-code-rejected","detail":"no"}', 400, { Connection: 'keep-alive' })],
      early: true,
    });
    const closed = Promise.withResolvers<void>();
    const endless: OutgoingFile = {
      fileName: 'big.rvt',
      sizeBytes: 1e12,
      async *open() {
        try {
          for (;;) yield Buffer.alloc(65_536);
        } finally {
          closed.resolve();
        }
      },
    };
    expect((await failureOf(upload(connect(service), endless))).code).toBe('license-code-rejected');
    await closed.promise;
  });

  it('gives up when the connection takes nothing any more', async () => {
    const service = await serveScript({ replies: [(_, request) => void request.pause()], early: true });
    const client = connect(service, { timeouts: { idleMs: 60 }, tries: { person: 1 } });
    const file = { ...fileOf(Buffer.alloc(0)), sizeBytes: 40_000_000, open: fileOf(Buffer.alloc(40_000_000)).open };
    expect((await failureOf(upload(client, file))).code).toBe('service-timeout');
  });
});

describe('what a download brings', () => {
  const content = randomBytes(300_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const download = (client: ReturnType<typeof connect>, startAt?: number) =>
    client.download('getFile', { params: pumpContent }, startAt === undefined ? {} : { startAt });

  it('streams the bytes with length, name and entity tag', async () => {
    const service = await serve(
      plain(content, 200, {
        'Content-Length': String(content.length),
        'Content-Disposition': 'attachment; filename=pump.rfa',
        ETag: `"${sha256}"`,
      }),
    );
    const file = await download(connect(service));
    expect(file).toMatchObject({ sizeBytes: 300_000, fileName: 'pump.rfa', entityTag: sha256, startsAt: 0 });
    expect((await bytesOf(file)).equals(content)).toBe(true);
    expect(service.requests[0]?.headers.range).toBeUndefined();
  });

  it('goes on from where an earlier one ended', async () => {
    const service = await serve(
      plain(content.subarray(100_000), 206, { 'Content-Range': 'bytes 100000-299999/300000' }),
    );
    const file = await download(connect(service), 100_000);
    expect(service.requests[0]?.headers.range).toBe('bytes=100000-');
    expect(file).toMatchObject({ startsAt: 100_000, sizeBytes: 200_000 });
    expect((await bytesOf(file)).equals(content.subarray(100_000))).toBe(true);
  });

  it('starts at 0 when the service does not honour the range, or has nothing there any more', async () => {
    const service = await serve(plain(content), plain('', 416), plain(content));
    const client = connect(service);
    expect((await download(client, 100_000)).startsAt).toBe(0);
    expect((await download(client, 100_000)).startsAt).toBe(0);
    expect(service.requests.map(({ headers }) => headers.range)).toEqual(['bytes=100000-', 'bytes=100000-', undefined]);
  });

  it.each([
    ['another part than asked for', 206, { 'Content-Range': 'bytes 5-9/10' }],
    ['a part that is not named', 206, {}],
    ['a range that contradicts the length', 206, { 'Content-Range': 'bytes 3-9/10', 'Content-Length': '2' }],
    ['compressed bytes nobody asked for', 200, { 'Content-Encoding': 'gzip' }],
    ['a web page', 200, { 'Content-Type': 'text/html; charset=utf-8' }],
  ])('refuses %s', async (_, status, headers) => {
    const service = await serve(plain('ab', status, headers));
    const error = await failureOf(download(connect(service, { tries: { person: 1 } }), 3));
    expect(error).toMatchObject({ code: 'unreadable-answer', receivedStatus: status });
  });

  it('takes a web page where one may be stored', async () => {
    const service = await serve(plain('<p>ok</p>', 200, { 'Content-Type': 'text/html' }));
    const file = await connect(service).download('getValidationFile', { params: { blobId } });
    expect(String(await bytesOf(file))).toBe('<p>ok</p>');
  });

  it('says not-found before any byte', async () => {
    const service = await serve(plain('', 404));
    expect((await failureOf(download(connect(service)))).code).toBe('not-found');
  });

  it('ends with answer-incomplete when fewer bytes come than announced', async () => {
    const service = await serve((response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('abc', () => response.destroy());
    });
    const file = await download(connect(service));
    expect((await failureOf(bytesOf(file))).code).toBe('answer-incomplete');
  });

  it('ends with service-timeout when nothing comes any more, but waits for a reader that is slow', async () => {
    const service = await serve((response) => void response.writeHead(200).write('abc'));
    const file = await download(connect(service, { timeouts: { idleMs: 60 } }));
    const reader = file.bytes[Symbol.asyncIterator]();
    expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe('abc');
    // Longer than the service may be silent: no time runs while nobody asks for the next piece.
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await failureOf(reader.next())).code).toBe('service-timeout');
  });

  it('ends with cancelled in the middle, and frees the connection when the reader leaves', async () => {
    const gone: Promise<void>[] = [];
    const endless = (response: ServerResponse): void => {
      gone.push(new Promise((resolve) => response.once('close', resolve)));
      response.writeHead(200).write(Buffer.alloc(100_000));
    };
    const service = await serve(endless);
    const stop = new AbortController();
    const client = connect(service);
    const first = await client.download('getFile', { params: pumpContent }, { signal: stop.signal });
    const reader = first.bytes[Symbol.asyncIterator]();
    await reader.next();
    stop.abort();
    expect(
      (
        await failureOf(
          (async () => {
            for (;;) if ((await reader.next()).done) return;
          })(),
        )
      ).code,
    ).toBe('cancelled');
    const second = await download(client);
    for await (const _ of second.bytes) break;
    await Promise.all(gone);
    expect(gone.length).toBe(2);
  });

  it('tells how far it is, to the last byte', async () => {
    const service = await serve(plain(content, 200, { 'Content-Length': String(content.length) }));
    const told: number[] = [];
    const file = await connect(service).download(
      'getFile',
      { params: pumpContent },
      { onProgress: (moved) => told.push(moved) },
    );
    await bytesOf(file);
    expect(told.at(-1)).toBe(content.length);
  });
});
