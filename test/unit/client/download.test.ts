import { createHash, hash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { IncomingFile } from '../../../shared/api/caller.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { plain, pumpContent } from './scripted-service.ts';
import { connect, failureOf, serve } from './playground.ts';

const namedPage = { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment; filename=a.rfa' };
const blobId = '0f6c2f0e-1111-2222-3333-444455556666';

async function bytesOf({ bytes }: IncomingFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

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

  it('names the content that the part is of, and says how long the whole is', async () => {
    const service = await serve(
      plain(content.subarray(100_000), 206, { 'Content-Range': 'bytes 100000-299999/300000', ETag: '"abc"' }),
      plain(content, 200, { 'Content-Length': '300000', ETag: 'W/"abc"' }),
    );
    const client = connect(service);
    const rest = await client.download('getFile', { params: pumpContent }, { startAt: 100_000, ifTag: '"abc"' });
    expect(service.requests[0]?.headers['if-range']).toBe('"abc"');
    expect(rest).toMatchObject({ wholeSizeBytes: 300_000, strongTag: '"abc"' });
    // A weak tag vouches for what the content means and not for its bytes.
    expect(await download(client)).toMatchObject({ wholeSizeBytes: 300_000, entityTag: 'abc', strongTag: undefined });
    expect(service.requests[1]?.headers['if-range']).toBeUndefined();
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
    ['a part that ends behind the end', 206, { 'Content-Range': 'bytes 3-10/10' }],
    ['a range that contradicts the length', 206, { 'Content-Range': 'bytes 3-9/10', 'Content-Length': '2' }],
    ['compressed bytes nobody asked for', 200, { 'Content-Encoding': 'gzip' }],
  ])('refuses %s', async (_, status, headers) => {
    const service = await serve(plain('ab', status, headers));
    const error = await failureOf(download(connect(service, { tries: { person: 1 } }), 3));
    expect(error).toMatchObject({ code: 'unreadable-answer', receivedStatus: status });
  });

  it.each([
    ['a web page', 200, { 'Content-Type': 'text/html; charset=utf-8' }],
    [
      'a web page with a file name',
      200,
      { 'Content-Type': 'Text/HTML', 'Content-Disposition': 'inline; filename=a.rfa' },
    ],
    ['a web page with a tag that is no hash', 200, { ...namedPage, ETag: '"5f-61a"' }],
    ['a web page of the other kind', 200, { ...namedPage, 'Content-Type': 'application/xhtml+xml' }],
  ])('refuses %s', async (_, status, headers) => {
    const service = await serve(plain('ab', status, headers));
    const error = await failureOf(download(connect(service, { tries: { person: 1 } }), 3));
    expect(error).toMatchObject({ code: 'network-sign-in-needed', receivedStatus: status });
  });

  it('takes what is called a web page where a hash vouches for it', async () => {
    const service = await serve(plain(content, 200, { ...namedPage, ETag: `"${sha256}"` }));
    expect((await bytesOf(await download(connect(service)))).equals(content)).toBe(true);
  });

  it('tries again after a web page, and gets the file once the network lets it through', async () => {
    const page = plain('<html>Welcome to the hotel</html>', 200, namedPage);
    const service = await serve(page, plain(content, 200, { 'Content-Disposition': 'attachment; filename=a.rfa' }));
    expect((await bytesOf(await download(connect(service)))).equals(content)).toBe(true);
    expect(service.requests).toHaveLength(2);
  });

  it('takes a web page where one may be stored', async () => {
    const service = await serve(plain('<p>ok</p>', 200, { 'Content-Type': 'text/html' }));
    const file = await connect(service).download('getValidationFile', { params: { blobId } });
    expect(String(await bytesOf(file))).toBe('<p>ok</p>');
  });

  it.each([
    ['at once', '<html>Welcome to the hotel</html>', {}],
    ['after a declaration', '<?xml version="1.0"?>\r\n<!-- v2 --><!DOCTYPE html>', {}],
    ['named', '\ufeff <HTML>Welcome</HTML>', { 'Content-Disposition': 'attachment; filename=a.rfa' }],
    ['of unknown bytes', '<script>location="/login"</script>', { 'Content-Type': 'application/octet-stream' }],
    ['after a long comment', `<!-- ${'licence '.repeat(500)}-->\n<html>`, {}],
    ['with a form', '<form action="/login">', {}],
  ])('takes no file that begins as a web page does, %s, whatever it says to be', async (_, body, headers) => {
    const service = await serve(plain(body, 200, headers));
    const { bytes } = await download(connect(service));
    expect(await failureOf(bytes[Symbol.asyncIterator]().next())).toMatchObject({
      code: 'network-sign-in-needed',
      receivedStatus: 200,
    });
  });

  it.each(['<?xml version="1.0"?><!-- made --><iso_10303_28/>', '<svg/>', '<header/>'])(
    'takes a file that is XML: %s',
    async (body) => {
      const service = await serve(plain(body));
      expect(String(await bytesOf(await download(connect(service))))).toBe(body);
    },
  );

  it('takes a file that begins as a web page does where it is an attachment with a name, or its hash is known', async () => {
    const body = '<html>Manual</html>';
    const service = await serve(plain(body, 200, { 'Content-Disposition': 'attachment; filename=manual.html' }));
    const client = connect(service);
    const query = { attachmentNameOrId: 'manual' };
    const attachment = await client.download('getAttachment', { params: pumpContent, query });
    expect(String(await bytesOf(attachment))).toBe(body);
    const expected = { sizeBytes: body.length, sha256: hash('sha256', body) as Sha256 };
    const file = await client.download('getFile', { params: pumpContent }, { expected });
    expect(String(await bytesOf(file))).toBe(body);
  });

  it('takes no file that only the end of its connection ends, unless its hash is known', async () => {
    const service = await serve((response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200).end('abc');
    });
    const client = connect(service);
    expect(await failureOf(download(client))).toMatchObject({ code: 'answer-incomplete', retryable: true });
    expect(service.requests).toHaveLength(3);
    const expected = { sizeBytes: 3, sha256: hash('sha256', 'abc') as Sha256 };
    const file = await client.download('getFile', { params: pumpContent }, { expected });
    expect(String(await bytesOf(file))).toBe('abc');
  });

  it('ends with answer-incomplete where a cache gives a part of the whole that was asked for', async () => {
    const service = await serve(plain('abcdef', 206, { 'Content-Range': 'bytes 0-5/12' }));
    const file = await download(connect(service));
    expect(await failureOf(bytesOf(file))).toMatchObject({
      code: 'answer-incomplete',
      detail: '6 of 12 bytes came.',
    });
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

  it.each([200, 204])(
    'ends with answer-incomplete when status %i brings no bytes: no CAD file has none',
    async (status) => {
      const service = await serve(plain('', status));
      expect(await failureOf(download(connect(service)).then(bytesOf))).toMatchObject({
        code: 'answer-incomplete',
        retryable: true,
      });
    },
  );

  it.each([200, 204])('takes no bytes where what is stored may be empty, with status %i', async (status) => {
    const service = await serve(plain('', status));
    const file = await connect(service).download('getValidationFile', { params: { blobId } });
    expect((await bytesOf(file)).length).toBe(0);
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
