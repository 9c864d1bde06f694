import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { createPassedBytes } from '../../../../electron/service/passing/passed-bytes.ts';
import type { OutgoingFile } from '../../../../shared/api/caller.ts';
import { bytesOf } from '../blobs/blob-places.ts';

/** Too long to be kept with the short ones. */
const text = 'a long pump '.repeat(10_000);

async function readAll(file: OutgoingFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

it('the same file is there for a request that comes while that of another is being removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-passed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const onDisk = await createDiskBlobs(folder);
  onTestFinished(() => onDisk.close());
  const [first, second] = [await onDisk.receive(bytesOf(text), 1e6), await onDisk.receive(bytesOf(text), 1e6)];
  let keepingSecond: Promise<void> | undefined;
  let ofSecond: Promise<string> | undefined;
  const removing = async (blob: Parameters<typeof onDisk.remove>[0]): Promise<void> => {
    ofSecond ??= passed.lend({ bytes: { ...second, keep: () => (keepingSecond = second.keep()) }, ...named }, read);
    // Where it does not wait for the removal, it has found by now that the bytes are there already.
    await keepingSecond;
    await onDisk.remove(blob);
  };
  const named = { fileName: 'pump.rfa', contentType: undefined };
  const passed = createPassedBytes({ ...onDisk, remove: removing });
  const ofFirst = passed.lend({ bytes: first, ...named }, readAll);
  const read = async (file: OutgoingFile): Promise<string> => {
    await ofFirst;
    return readAll(file);
  };
  expect(await ofFirst).toBe(text);
  expect(await ofSecond).toBe(text);
  expect(await readdir(join(folder, first.sha256.slice(0, 2)))).toEqual([]);
});
