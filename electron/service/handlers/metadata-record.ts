import { metadataIdentity } from '../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatVersionText } from '../../../shared/model/content-key.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { StoredVersion } from '../store/store.ts';

/** A stored version as the metadata record that is answered, with what the sender gave and nobody reads still in it. */
export function toCadMetadata(stored: StoredVersion): CadMetadata {
  const { record, key, version, blob, comments } = stored;
  const identity = metadataIdentity(key);
  return {
    ...record,
    ...identity,
    application: { ...record.application, ...identity.application },
    etim: { ...record.etim, ...identity.etim },
    changeDate: new Date(stored.changedAt).toISOString(),
    version: formatVersionText(key, version),
    majorVersion: version.major,
    minorVersion: version.minor,
    released: isRelease(version),
    blobId: blob.blobId,
    sha256: blob.sha256,
    size: blob.sizeBytes,
    ...(comments === undefined ? {} : { comments }),
  };
}

/** The name a version's file is downloaded under. */
export function downloadName({ record, attachmentName }: StoredVersion): string {
  if (attachmentName !== '') return attachmentName;
  return fileNameOf(record.baseFilename, record.fileExtension);
}

/** A file name of the two parts that records keep; `file` where there is none. */
export function fileNameOf(baseFilename: string | undefined, fileExtension: string | undefined): string {
  const base = baseFilename?.trim() || 'file';
  const extension = fileExtension?.trim().replace(/^\.+/, '') ?? '';
  return extension === '' ? base : `${base}.${extension}`;
}
