import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
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
  it('opens a long file again for the next try', async () => {
    const service = await serve(reset, plain('', 503), plain(blobId));
    const file = fileOf(randomBytes(300_000));
    expect(await upload(connect(service), file)).toBe(blobId);
    expect(file.opened).toBe(3);
  });

  it('reads a short file once for all tries', async () => {
    const service = await serve(reset, plain('', 503), plain(blobId));
    const file = fileOf(Buffer.from('family'));
    expect(await upload(connect(service), file)).toBe(blobId);
    expect([file.opened, service.requests.length]).toEqual([1, 3]);
    expect(service.requests.every(({ body }) => body.includes('family'))).toBe(true);
  });

  it('sends the file again with another token when the first was refused', async () => {
    const service = await serve(plain('', 401), plain(blobId));
    const file = fileOf(randomBytes(300_000));
    await upload(connect(service), file);
    expect([file.opened, service.signIns.length]).toEqual([2, 2]);
    expect(service.requests[1]?.headers.authorization).toBe('Bearer access-token-2');
  });

  it('goes on when its token expires in the middle, and the calls beside it use the next one', async () => {
    let passedMs = 0;
    const service = await serve(plain('{"versions":[]}'), plain(blobId));
    const client = connect(service, { clock: { steadyMs: () => performance.now() + passedMs } });
    const content = randomBytes(600_000);
    const file = {
      ...fileOf(content),
      async *open() {
        yield content.subarray(0, 300_000);
        passedMs += 2 * 3_600_000;
        await client.call('listVersions', { params: pumpContent });
        yield content.subarray(300_000);
      },
    };
    expect(await upload(client, file)).toBe(blobId);
    expect(service.signIns).toHaveLength(2);
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer access-token-2',
      'Bearer access-token-1',
    ]);
    expect(service.requests[1]?.body.includes(content)).toBe(true);
  });

  it('is sent once more, whole, where the service looks at the token only when it has all of it', async () => {
    const service = await serve(plain('', 401), plain(blobId));
    const content = randomBytes(5_000_000);
    const file = fileOf(content);
    expect(await upload(connect(service), file)).toBe(blobId);
    expect(service.requests.map(({ body }) => body.includes(content))).toEqual([true, true]);
    expect([file.opened, service.requests[1]?.headers.authorization]).toEqual([2, 'Bearer access-token-2']);
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

  it('sends nothing more once an answer has begun, however long that takes', async () => {
    const pieceBytes = 65_536;
    const enough = 200 * pieceBytes;
    let received = 0;
    const service = await serveScript({
      replies: [
        (response, request) => {
          response.writeHead(400).write('{"type":"license-code-rejected",');
          const end = (): void => void response.end('"detail":"no"}');
          const quiet = setTimeout(end, 300);
          request.on('data', (piece: Buffer) => {
            received += piece.length;
            if (received < enough) return;
            clearTimeout(quiet);
            end();
          });
        },
      ],
      early: true,
    });
    const endless: OutgoingFile = {
      fileName: 'big.rvt',
      sizeBytes: 1e12,
      async *open() {
        for (;;) yield Buffer.alloc(pieceBytes);
      },
    };
    expect((await failureOf(upload(connect(service), endless))).code).toBe('license-code-rejected');
    expect(received).toBeLessThan(enough);
  });

  it('takes the time it needs on a connection that another call has just left', async () => {
    const service = await serve(plain(blobId));
    const client = connect(service, { maxSockets: 1, timeouts: { connectMs: 400 } });
    const slow = (pauseMs: number): OutgoingFile => ({
      fileName: 'slow.rfa',
      sizeBytes: 2,
      async *open() {
        yield Buffer.from('a');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        yield Buffer.from('b');
      },
    });
    const both = [upload(client, slow(1)), upload(client, slow(800))];
    expect(await Promise.all(both)).toEqual([blobId, blobId]);
    expect(client.sleeps).toEqual([]);
  });

  it('gives up when the connection takes nothing any more', async () => {
    const service = await serveScript({ replies: [(_, request) => void request.pause()], early: true });
    const client = connect(service, { timeouts: { idleMs: 60 }, tries: { person: 1 } });
    const file = { ...fileOf(Buffer.alloc(0)), sizeBytes: 40_000_000, open: fileOf(Buffer.alloc(40_000_000)).open };
    expect((await failureOf(upload(client, file))).code).toBe('service-timeout');
  });
});
