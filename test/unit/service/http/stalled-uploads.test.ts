import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { licenseCode, startService, tokenOf } from '../start-service.ts';

const uploadIdleMs = 150;

/** A service on the network; sends what is given and answers what came until the connection ended. */
async function openService() {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-stalled-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { service, problems } = await startService({ uploadIdleMs, blobs: await createDiskBlobs(folder) });
  const { port } = new URL(await service.listen(0));
  const token = await tokenOf(service);
  return {
    problems,
    arriving: () => readdir(join(folder, 'arriving')),
    async exchange(start: string, headers: readonly string[], body: string): Promise<string> {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      const lines = [`${start} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...headers, '', body];
      socket.write(lines.join('\r\n'));
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      await once(socket, 'close');
      return text;
    },
  };
}

const form = ['Content-Length: 900000', 'Content-Type: multipart/form-data; boundary=part'];
const partHead = '--part\r\nContent-Disposition: form-data; name=file; filename=a.rfa\r\n\r\n';

it.each([
  ['a file', `POST /api/v1/Files/${licenseCode}`, form, partHead + 'x'.repeat(200_000)],
  [
    'a form with another file behind its first',
    `POST /api/v1/Files/${licenseCode}`,
    form,
    `${partHead + 'x'.repeat(200_000)}\r\n${partHead}more`,
  ],
  ['a file before its first byte', `POST /api/v1/Files/${licenseCode}`, form, partHead],
  ['a form before its first part', `POST /api/v1/Files/${licenseCode}`, form, ''],
  ['a raw file', 'POST /api/v1/ValidationFiles', ['Content-Length: 900000'], 'x'.repeat(200_000)],
  ['JSON', 'POST /api/v1/ProductValues', ['Content-Length: 900000'], '[1,2'],
])('%s that stops coming is refused, its connection closed and nothing of it kept', async (_, start, headers, body) => {
  const { exchange, arriving, problems } = await openService();
  const answer = await exchange(start, headers, body);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"type":"body-stalled"');
  expect(answer).toContain('Nothing of the body came for 0.15 seconds.');
  await expect.poll(arriving).toEqual([]);
  expect(problems).toEqual([]);
});

it('the rest of a refused body is waited for no longer either', async () => {
  const { exchange } = await openService();
  expect(await exchange('POST /api/v1/Files/wrong', form, partHead)).toContain('license-code-rejected');
});

it('more headers than are read are called that', async () => {
  const { exchange } = await openService();
  const answer = await exchange('GET /healthz', [`X-Long: ${'x'.repeat(70_000)}`], '');
  expect(answer).toMatch(/^HTTP\/1.1 400 .*The path and the headers have more than 65536 bytes/s);
});

it('a token request that stops coming is refused and closed', async () => {
  const { exchange } = await openService();
  const headers = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 90'];
  expect(await exchange('POST /oauth/token', headers, 'grant_type=')).toMatch(/^HTTP\/1.1 400 .*"invalid_request"/s);
});
