import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { createServer } from '../../../../electron/service/http/create-server.ts';
import { pumpPath, startService, tokenOf } from '../start-service.ts';

const answerIdleMs = 100;

it('lets a download go of which nothing is taken any more, and tells nobody of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-stalled-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs = await createDiskBlobs(folder);
  const opened = Promise.withResolvers<Readable>();
  const watched = {
    ...blobs,
    open: async (...asked: Parameters<typeof blobs.open>) => {
      const stream = await blobs.open(...asked);
      opened.resolve(stream);
      return stream;
    },
  };
  const { service, problems, storeBytes, storeDraft } = await startService({ answerIdleMs, blobs: watched });
  // More than the system takes for a reader that does not read.
  expect((await storeDraft(await storeBytes('x'.repeat(20_000_000)))).status).toBe(200);
  const { port } = new URL(await service.listen(0));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  onTestFinished(() => void socket.destroy());
  const path = `/api/v1/Files/${pumpPath}/Template`;
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${await tokenOf(service)}`];
  socket.write([...lines, '', ''].join('\r\n'));
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(head.toString('latin1')).toMatch(/^HTTP\/1.1 200 /);
  await once(await opened.promise, 'close');
  expect(problems).toEqual([]);
});

it('waits for an answer that takes long to make', async () => {
  const server = createServer({ onProblem: () => undefined, balancerHosts: [], answerIdleMs });
  onTestFinished(() => server.close());
  server.get('/slow', async ({ raw }: { readonly raw: { readonly socket: Socket } }) => {
    for (let times = 0; times < 3; times++) await once(raw.socket, 'timeout');
    return 'made';
  });
  const answer = await fetch(`${await server.listen({ port: 0, host: '127.0.0.1' })}/slow`);
  expect(await answer.text()).toBe('made');
});
