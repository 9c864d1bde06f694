import { ORPCError } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import { backOffMs } from '../../../../renderer/connect/back-off.ts';
import { createEngineClient, NotConnectedError } from '../../../../renderer/connect/engine-client.ts';
import { readError } from '../../../../renderer/connect/read-error.ts';

describe('the wait before the next try to connect', () => {
  test('grows with every failure, is spread, and stays within some seconds', () => {
    expect(backOffMs(1, 0)).toBe(150);
    expect(backOffMs(1, 1)).toBe(300);
    expect(backOffMs(3, 1)).toBe(1_200);
    expect(backOffMs(1_000, 1)).toBe(8_000);
  });
});

describe('a failed call', () => {
  test('gives the error of the catalogue that the engine named', () => {
    const thrown = new ORPCError('APP_ERROR', { status: 422, data: { code: 'disk-full', detail: 'C:' } });
    expect(readError(thrown, true)).toEqual({ code: 'disk-full', detail: 'C:' });
  });

  test('with input the engine refused is a request that was not understood', () => {
    expect(readError(new ORPCError('BAD_REQUEST'), true)).toEqual({ code: 'invalid-request' });
  });

  test.each([{ code: 'no-such-code' }, { code: 7 }, null, undefined, 'disk-full'])(
    'carrying %j is unexpected',
    (data) => {
      expect(readError(new ORPCError('APP_ERROR', { status: 422, data }), true)?.code).toBe('unexpected-failure');
    },
  );

  test('is nothing to explain when the connection is what went away', () => {
    expect(readError(new Error('closed'), false)).toBeUndefined();
    expect(readError(new NotConnectedError('gone'), true)).toBeUndefined();
  });
});

describe('the client', () => {
  test('rejects while there is no connection and uses the one that stands when it is called', async () => {
    const calls: string[] = [];
    let connected = false;
    const link = {
      call: async (path: readonly string[]) => {
        calls.push(path.join('.'));
        return [];
      },
    };
    const client = createEngineClient(() =>
      connected ? { link, ended: new Promise(() => {}), close: () => {} } : undefined,
    );
    await expect(client.activity.list({ limit: 1 })).rejects.toBeInstanceOf(NotConnectedError);
    connected = true;
    await client.activity.list({ limit: 1 });
    expect(calls).toEqual(['activity.list']);
  });
});
