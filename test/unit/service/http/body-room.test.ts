import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { bodyLimits } from '../../../../shared/api/limits.ts';
import { createBodyRoom } from '../../../../electron/service/http/body-room.ts';
import { startService, tokenOf } from '../start-service.ts';

const mebibyte = 1024 ** 2;

/** A room for so many MiB; what was let into it, in its order, and how each ends. */
function openRoom(sizeMib: number) {
  const inRoom = createBodyRoom(sizeMib * mebibyte);
  const begun: string[] = [];
  return {
    begun,
    enter(name: string, bodyMib: number) {
      const end = Promise.withResolvers<string>();
      const done = inRoom(bodyMib * mebibyte, () => {
        begun.push(name);
        return end.promise;
      });
      return { end, done };
    },
  };
}

it('has bodies wait in turn once there is no room for them, whatever became of those before', async () => {
  const { begun, enter } = openRoom(10);
  const first = enter('first', 6);
  const second = enter('second', 8);
  const third = enter('third', 1);
  await new Promise(setImmediate);
  expect(begun).toEqual(['first']);
  first.end.reject(new Error('cut off'));
  await expect(first.done).rejects.toThrow('cut off');
  second.end.resolve('read');
  third.end.resolve('read');
  expect(await Promise.all([second.done, third.done])).toEqual(['read', 'read']);
  expect(begun).toEqual(['first', 'second', 'third']);
});

it('lets short bodies in without room', async () => {
  const { begun, enter } = openRoom(10);
  const long = enter('long', 10);
  const waiting = enter('waiting', 10);
  const short = enter('short', 0.25);
  short.end.resolve('read');
  expect(await short.done).toBe('read');
  expect(begun).toEqual(['short', 'long']);
  for (const { end } of [long, waiting]) end.resolve('read');
  await Promise.all([long.done, waiting.done]);
});

it('reads a long body of text only when there is room for it, and a short one meanwhile', async () => {
  const { service } = await startService({ uploadIdleMs: 300 });
  const { port } = new URL(await service.listen(0));
  const token = await tokenOf(service);
  const answered: string[] = [];
  async function post(name: string, sizeBytes: number, body: string): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port: Number(port) }).setEncoding('utf8');
    const head = ['POST /api/v1/Export/Revit/2025 HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`];
    socket.write([...head, `Content-Length: ${sizeBytes}`, '', body].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [string];
    answered.push(`${name}: ${/"type":"([^"]+)"/.exec(answer)?.[1]}`);
    socket.destroy();
  }
  const unfinished = Array.from({ length: 4 }, () => post('unfinished', bodyLimits.products, '['));
  // It came after the unfinished ones, so they are known once it is answered.
  await post('short', 1, 'x');
  await Promise.all([post('long', mebibyte, 'x'.repeat(mebibyte)), ...unfinished]);
  expect(answered[0]).toBe('short: malformed-body');
  expect(answered.indexOf('long: malformed-body')).toBeGreaterThan(1);
});
