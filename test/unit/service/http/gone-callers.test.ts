import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAccessTokens } from '../../../../electron/service/auth/access-tokens.ts';
import { licenseCode, startService, tokenOf } from '../start-service.ts';

/** No timer of anything else runs so long. */
const uploadIdleMs = 61_234;

/** A service that finds out who asks once it is told to. */
async function openSlowService() {
  const tokens = createAccessTokens(Date.now);
  const asked = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const find = async (token: string): Promise<string | undefined> => {
    asked.resolve();
    await known.promise;
    setImmediate(answered.resolve);
    return tokens.find(token);
  };
  const { service } = await startService({ uploadIdleMs, tokens: { ...tokens, find } });
  const { port } = new URL(await service.listen(0));
  const lookAgain = (): Promise<void> => (known.resolve(), answered.promise);
  return { port: Number(port), token: await tokenOf(service), asked: asked.promise, lookAgain };
}

it('does not wait for the file of a caller who went away before it was known who asks', async () => {
  const { port, token, asked, lookAgain } = await openSlowService();
  const socket = connect({ host: '127.0.0.1', port });
  const head = [
    `POST /api/v1/Files/${licenseCode} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Length: 900000',
    'Content-Type: multipart/form-data; boundary=part',
  ];
  socket.write(
    `${head.join('\r\n')}\r\n\r\n--part\r\nContent-Disposition: form-data; name=file; filename=a.rfa\r\n\r\n`,
  );
  await asked;
  socket.resetAndDestroy();
  await once(socket, 'close');
  // The service hears of it by its own end of the connection, in one of its next turns.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  await lookAgain();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(timers.mock.calls.filter(([, delayMs]) => delayMs === uploadIdleMs)).toEqual([]);
});
