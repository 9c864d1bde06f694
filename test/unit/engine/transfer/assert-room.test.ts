import { expect, it } from 'vitest';
import { assertRoom } from '../../../../electron/engine/transfer/assert-room.ts';

const mebibyte = 2 ** 20;

it('a disk without room is not said to have as much free as is needed', async () => {
  const room = { freeBytes: 0.9 * mebibyte, totalBytes: 20 * mebibyte };
  const full = assertRoom({ room: async () => room } as never, 1_000);
  await expect(full).rejects.toMatchObject({
    code: 'disk-full',
    detail: expect.stringMatching(/^0 MB are free on the disk of the library, 2 MB are needed: 1 MB of it/) as unknown,
  });
});
