import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bodyLimits } from '../../../../shared/api/limits.ts';
import { eventually } from '../../../eventually.ts';
import { pumpKey, startService, tokenOf } from '../start-service.ts';

const mebibyte = 1024 ** 2;

/** Sends the head of an export of products, and what of its body is given. */
function begin(address: string, token: string, length: string, body = ''): Socket {
  const { port } = new URL(address);
  const socket = connect({ host: '127.0.0.1', port: Number(port) }).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  const head = ['POST /api/v1/Export/Revit/2025 HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`];
  socket.write([...head, length, '', body].join('\r\n'));
  return socket;
}

async function answerOf(socket: Socket) {
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return {
    status: /^HTTP\/1.1 (\d+)/.exec(answer)?.[1],
    type: /"type":"([^"]+)"/.exec(answer)?.[1],
    retryAfter: /\r\nretry-after: (\d+)\r\n/i.exec(answer)?.[1],
  };
}

it('refuses a long body while others that are not finished fill the room, and no short one', async () => {
  const { service } = await startService();
  const address = await service.listen(0);
  const token = await tokenOf(service);
  const long = `Content-Length: ${2 * mebibyte}`;
  const unfinished = Array.from({ length: 4 }, () =>
    begin(address, token, `Content-Length: ${bodyLimits.products}`, '['),
  );
  const busy = { status: '503', type: 'service-busy', retryAfter: '5' };
  await eventually(async () =>
    expect(await answerOf(begin(address, token, long, ']'.repeat(2 * mebibyte)))).toEqual(busy),
  );

  // Of one in chunks nobody knows how long it will be.
  const chunk = `${(2 * mebibyte).toString(16)}\r\n${']'.repeat(2 * mebibyte)}\r\n0\r\n\r\n`;
  expect(await answerOf(begin(address, token, 'Transfer-Encoding: chunked', chunk))).toEqual(busy);
  const read = { status: '400', type: 'malformed-body', retryAfter: undefined };
  expect(await answerOf(begin(address, token, 'Transfer-Encoding: chunked', '1\r\n]\r\n0\r\n\r\n'))).toEqual(read);
  expect(await answerOf(begin(address, token, 'Content-Length: 1', ']'))).toEqual(read);

  unfinished[0]?.destroy();
  await eventually(async () =>
    expect(await answerOf(begin(address, token, long, ']'.repeat(2 * mebibyte)))).toEqual(read),
  );
});

it('holds the room of a body until its answer is taken', async () => {
  const { service, storeDraft, storeBytes } = await startService();
  const address = await service.listen(0);
  const token = await tokenOf(service);
  await storeDraft(await storeBytes('pump'));
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = pumpKey;
  const classes = { modellingClassCode: etimModelCode, modellingClassCodeVersion: etimModelCodeVersion };
  // The table of these products is longer than what the connection takes while nobody reads it.
  const product = { etimClassCode, etimClassCodeVersion, ...classes, name: 'x'.repeat(10_000) };
  const products = JSON.stringify(Array.from({ length: 3_000 }, () => product));
  const body = products.padEnd(bodyLimits.products);
  for (let count = 0; count < 3; count += 1) begin(address, token, `Content-Length: ${body.length}`);
  const untaken = begin(address, token, `Content-Length: ${body.length}`, body).on('readable', () => undefined);
  await once(untaken, 'readable');
  expect(String(untaken.read(15))).toBe('HTTP/1.1 200 OK');
  const long = () => begin(address, token, `Content-Length: ${2 * mebibyte}`, ']'.repeat(2 * mebibyte));
  expect(await answerOf(long())).toMatchObject({ status: '503' });
  untaken.destroy();
  await eventually(async () => expect(await answerOf(long())).toMatchObject({ status: '400' }));
});

it('gives room back with the connection, also where the answer would have come after another', async () => {
  const { service, store } = await startService();
  const [address, token] = [await service.listen(0), await tokenOf(service)];
  const find = vi.spyOn(store.products, 'findByGtin').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => find.mockRestore());
  const { port } = new URL(address);
  const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  const waiting = Array.from({ length: 4 }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(`GET /api/v1/ProductDataGTIN/8719900100018 ${head}\r\n`);
    socket.write(`POST /api/v1/Export/Revit/2025 ${head}Content-Length: ${bodyLimits.products}\r\n\r\n[`);
    return socket;
  });
  const long = () => begin(address, token, `Content-Length: ${2 * mebibyte}`, ']'.repeat(2 * mebibyte));
  await eventually(async () => expect(await answerOf(long())).toMatchObject({ status: '503' }));
  for (const socket of waiting) socket.destroy();
  await eventually(async () => expect(await answerOf(long())).toMatchObject({ status: '400' }));
});

it('gives a long filter that was stored the same room, and refuses it while there is none', async () => {
  const { service, send, store } = await startService();
  const address = await service.listen(0);
  const token = await tokenOf(service);
  const filterOf = (name: string) => store.filters.add(JSON.stringify({ cadProducts: [{ name }] }));
  const [long, short] = [await filterOf('x'.repeat(2 * mebibyte)), await filterOf('pump')];
  const answered = async (id: number) => [
    (await send('GET', `/Products/${id}/productselection`)).status,
    (await send('GET', `/Export/Revit/2025/${id}/en`)).status,
  ];
  const unfinished = Array.from({ length: 4 }, () =>
    begin(address, token, `Content-Length: ${bodyLimits.products}`, '['),
  );
  await eventually(async () => expect(await answered(long)).toEqual([503, 503]));
  expect(await answered(short)).toEqual([200, 404]);
  for (const socket of unfinished) socket.destroy();
  await eventually(async () => expect(await answered(long)).toEqual([200, 404]));
});
