import { describe, expect, it } from 'vitest';
import type { OutgoingFile, RemoteCaller } from '../../../../shared/api/caller.ts';
import { metadataIdentity } from '../../../../shared/api/content-key-of.ts';
import type { ContentKey } from '../../../../shared/model/content-key.ts';
import { createHashesThere } from '../../../../electron/engine/moving/hashes-there.ts';
import { replayHistory } from '../../../../electron/engine/moving/replay-history.ts';
import { multipartBytes } from '../../../../electron/client/multipart-body.ts';
import { newSha256 } from '../../../../electron/entry/new-sha256.ts';

const key: ContentKey = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC010001',
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
  type: 'Template',
};
const bytes = Buffer.from('pump');
const hash = newSha256();
hash.update(bytes);
const sha256 = hash.digest();
const { signal } = new AbortController();

async function* inTwoPieces() {
  yield bytes.subarray(0, 2);
  yield bytes.subarray(2);
}

/** Moves a version of these bytes, of which the source says so much. */
async function move(sizeBytes: number | undefined, sizeOfRecord?: number): Promise<readonly string[]> {
  const record = { ...metadataIdentity(key), baseFilename: 'pump', fileExtension: 'rfa', size: sizeOfRecord };
  const source = { call: async () => [record], download: async () => ({ bytes: inTwoPieces() }) };
  const sent: string[] = [];
  const target = {
    async upload(_id: string, _input: unknown, file: OutgoingFile) {
      const body = await multipartBytes(file, () => undefined);
      sent.push(body.kind);
      return 'blob';
    },
    call: async () => [{ ...record, sha256, size: bytes.length, majorVersion: 0, minorVersion: 1 }],
  };
  await replayHistory(
    {
      source: { service: source as unknown as RemoteCaller, programs: async () => [] },
      target: target as unknown as RemoteCaller,
      newHash: newSha256,
      hashes: createHashesThere(),
      signal,
    },
    {
      key,
      name: 'pump.rfa',
      versions: [{ version: { major: 0, minor: 1 }, sha256, sizeBytes, changedMs: 0 }],
      newestThere: undefined,
      isInDoubt: false,
    },
    () => undefined,
  );
  return sent;
}

describe('a version is moved', () => {
  it.each([
    [4, undefined],
    [undefined, 4],
  ])('where the source says how many bytes it has: %s in its list, %s in its record', async (sizeBytes, ofRecord) => {
    expect(await move(sizeBytes, ofRecord)).toEqual(['bytes']);
  });

  it.each([
    [-4, undefined],
    [3, undefined],
    [5, undefined],
    [undefined, -1],
  ])(
    'and where it says %s in its list and %s in its record, its answer is wrong, and no file changed',
    async (sizeBytes, ofRecord) => {
      await expect(move(sizeBytes, ofRecord)).rejects.toMatchObject({ code: 'answer-incomplete' });
    },
  );
});
