import { expect, it, vi } from 'vitest';
import { uploadDraft } from '../../../../electron/engine/transfer/upload.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { parseContentKey } from '../../../../shared/model/content-key.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, sha256Of } from '../../../fakes/engine/disk.ts';
import { keyOf, recordOf } from '../../../fakes/engine/world.ts';

type Upload = Parameters<typeof uploadDraft>[0];

/** Sends a file of one byte, whose bytes the service has by now. */
function upload(more: Partial<Upload>) {
  const key = parseContentKey(keyOf('EC000001'));
  if (!key.ok) throw new Error(key.fault.detail);
  return uploadDraft({
    service: {} as RemoteCaller,
    disk: createFakeDisk(createFakeClock()).port.library(),
    key: key.value,
    intent: { ...intent, blobId: 'b' },
    expected: { sizeBytes: 1, modifiedMs: 0 },
    given: undefined,
    name: { baseFilename: 'pump', fileExtension: 'rfa' },
    nowMs: Date.UTC(2026, 0, 31),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    beforeBytes: () => undefined,
    onBlob: async () => undefined,
    beforeVersion: async () => undefined,
    ...more,
  });
}

const intent: Upload['intent'] = {
  operation: 'upload',
  path: 'p',
  sha256: sha256Of(new Uint8Array()),
  base: { major: 0, minor: 1 },
};

/** What the service is sent with that. */
async function recordSent(given: CadMetadata): Promise<CadMetadata | undefined> {
  let sent: readonly CadMetadata[] = [];
  const call = async (_id: string, { body }: { readonly body: readonly CadMetadata[] }) => {
    sent = body;
    return [{ majorVersion: 0, minorVersion: 2 }];
  };
  await upload({ service: { call } as unknown as RemoteCaller, given });
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

it('no bytes follow a form that was refused, where they are not to become a version by then', async () => {
  const sendFile = vi.fn<() => void>();
  const service = {
    takesFileWithMetadata: true,
    call: async () => Promise.reject(new AppError('malformed-body')),
    upload: sendFile,
  };
  const beforeBytes = (): void => {
    throw new AppError('file-changed-meanwhile');
  };
  await expect(upload({ service: service as unknown as RemoteCaller, intent, beforeBytes })).rejects.toMatchObject({
    code: 'file-changed-meanwhile',
  });
  expect(sendFile).not.toHaveBeenCalled();
});
