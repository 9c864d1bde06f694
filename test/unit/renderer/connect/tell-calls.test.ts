import { expect, test } from 'vitest';
import { createEngineClient, NotConnectedError } from '../../../../renderer/connect/engine-client.ts';
import { tellCalls } from '../../../../renderer/connect/tell-calls.ts';

test('calls of the engine are told by their names, and go to it as they are', async () => {
  const told: string[] = [];
  const client = tellCalls(
    createEngineClient(() => undefined),
    (name) => told.push(name),
  );
  await expect(client.files.open({ fileId: 'one' })).rejects.toThrow(NotConnectedError);
  await expect(client.queue.retry({})).rejects.toThrow(NotConnectedError);
  expect(told).toEqual(['files.open', 'queue.retry']);
});
