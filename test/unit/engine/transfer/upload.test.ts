import { expect, it } from 'vitest';
import { uploadDraft } from '../../../../electron/engine/transfer/upload.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { parseContentKey } from '../../../../shared/model/content-key.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, sha256Of } from '../../../fakes/engine/disk.ts';
import { keyOf, recordOf } from '../../../fakes/engine/world.ts';

/** What the service is sent for a file whose bytes it has by now. */
async function recordSent(given: CadMetadata): Promise<CadMetadata | undefined> {
  const key = parseContentKey(keyOf('EC000001'));
  if (!key.ok) throw new Error(key.fault.detail);
  let sent: readonly CadMetadata[] = [];
  const call = async (_id: string, { body }: { readonly body: readonly CadMetadata[] }) => {
    sent = body;
    return [{ majorVersion: 0, minorVersion: 2 }];
  };
  await uploadDraft({
    service: { call } as unknown as RemoteCaller,
    disk: createFakeDisk(createFakeClock()).port.library(),
    key: key.value,
    intent: {
      operation: 'upload',
      path: 'p',
      sha256: sha256Of(new Uint8Array()),
      base: { major: 0, minor: 1 },
      blobId: 'b',
    },
    expected: { sizeBytes: 1, modifiedMs: 0 },
    given,
    name: { baseFilename: 'pump', fileExtension: 'rfa' },
    nowMs: Date.UTC(2026, 0, 31),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onBlob: async () => undefined,
    beforeVersion: async () => undefined,
  });
  return sent[0];
}

it('what a later service says inside of the records of a record stays', async () => {
  const { application, etim, ...rest } = recordOf('EC000001');
  const base = { ...rest, application: { ...application, edition: 'LT' }, etim: { ...etim, release: '9.0' } };
  expect(await recordSent(base)).toMatchObject({ application: base.application, etim: base.etim });
});

it('a record says when its file was sent, for services that list by the date they are sent', async () => {
  expect(await recordSent(recordOf('EC000001'))).toMatchObject({ changeDate: '2026-01-31T00:00:00.000Z' });
});
