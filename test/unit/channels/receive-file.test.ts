import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mostFilesAtOnce } from '../../../electron/channels/receive-file.ts';
import { exampleState } from '../../fakes/window-engine.ts';
import { openAddress, startWindowServer, type WindowKey } from '../../fakes/window-server.ts';

const [standing] = exampleState('everyday').files;
const occupied = new URLSearchParams({ ...standing, ifThere: 'ask' } as never).toString();
const place = new URLSearchParams({ libraryId: 'revit', path: 'pumps/pump.rfa', ifThere: 'ask' });

async function start() {
  const server = await startWindowServer();
  onTestFinished(() => server.close());
  return { server, key: await openAddress(server.address) };
}

/** A page that begins to send a file. */
function begin({ host, cookie, proof }: WindowKey, headers: Record<string, string> = {}, query = place.toString()) {
  const sending = request(`http://${host}/intake?${query}`, {
    method: 'PUT',
    headers: { origin: `http://${host}`, cookie, authorization: `Bearer ${proof}`, ...headers },
  });
  const answered = new Promise<{ status: number; body: string; connection: string | undefined }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => {
      const { statusCode: status = 0, headers: told } = answer;
      text(answer).then((body) => resolve({ status, body, connection: told.connection }), reject);
    });
  });
  return { sending, answered };
}

async function send(key: WindowKey, bytes: string, headers: Record<string, string> = {}, query = place.toString()) {
  const { sending, answered } = begin(key, { 'content-length': String(bytes.length), ...headers }, query);
  sending.end(bytes);
  return answered;
}

describe('a file that a page sends', () => {
  test('is taken as it arrives, with where it is to go', async () => {
    const { server, key } = await start();
    const { sending, answered } = begin(key, { 'content-length': '10' });
    sending.write('first');
    await new Promise((resolve) => setImmediate(resolve));
    sending.end('other');
    const { status, body } = await answered;
    expect([status, JSON.parse(body)]).toMatchObject([200, { outcome: 'added', fileId: 'revit/pumps/pump.rfa' }]);
    const asked = { libraryId: 'revit', path: 'pumps/pump.rfa', ifThere: 'ask' };
    expect(server.received).toEqual([{ place: asked, text: 'firstother', sizeBytes: 10 }]);
  });

  test('is taken from the window alone: not without its proof or cookie, and not from a page elsewhere', async () => {
    const { server, key } = await start();
    const wrong: Record<string, string>[] = [
      { authorization: 'Bearer of nothing' },
      { cookie: '' },
      { origin: 'https://elsewhere.example' },
    ];
    for (const headers of wrong) expect(await send(key, 'bytes', headers)).toMatchObject({ status: 403 });
    expect(server.received).toEqual([]);
  });

  test('is refused with the reason where it does not say where it goes, or is too large', async () => {
    const { server, key } = await start();
    const nowhere = await send(key, 'bytes', {}, 'libraryId=revit');
    expect([nowhere.status, JSON.parse(nowhere.body)]).toMatchObject([422, { code: 'invalid-request' }]);
    const { sending, answered } = begin(key, { 'content-length': String(2 ** 40) });
    sending.flushHeaders();
    const huge = await answered;
    expect([huge.status, JSON.parse(huge.body)]).toMatchObject([422, { code: 'body-too-large' }]);
    // Nobody takes in all of it only to throw it away.
    expect(huge.connection).toBe('close');
    sending.destroy();
    expect(server.received).toEqual([]);
  });

  test('is answered before it was sent where a person is asked first, as a browser takes it while it still sends', async () => {
    const { server, key } = await start();
    const { sending, answered } = begin(key, { 'content-length': '1000000' }, occupied);
    sending.write('first');
    const { status, body } = await answered;
    expect([status, JSON.parse(body)]).toMatchObject([409, { outcome: 'occupied' }]);
    sending.destroy();
    expect(server.received).toEqual([]);
  });

  test('does not keep the app from closing', async () => {
    const { server, key } = await start();
    const { sending, answered } = begin(key, { 'content-length': '1000000' });
    const broken = expect(answered).rejects.toThrow();
    sending.write('first');
    await expect.poll(server.arriving).toBe(1);
    await server.close();
    await broken;
    expect(server.received).toEqual([]);
  });

  test('waits for its turn with the sender where many are on their way, and one that breaks off makes room', async () => {
    const { server, key } = await start();
    const slow = Array.from({ length: mostFilesAtOnce }, () => begin(key, { 'content-length': '10' }));
    for (const { sending, answered } of slow) {
      answered.catch(() => undefined);
      sending.write('half');
    }
    await expect.poll(async () => (await send(key, 'bytes')).status).toBe(503);
    for (const { sending } of slow) sending.destroy();
    await expect.poll(async () => (await send(key, 'bytes')).status).toBe(200);
    expect(server.received.every(({ text: received }) => received === 'bytes')).toBe(true);
  });
});
