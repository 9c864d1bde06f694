import { versionOf } from '../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { parseVersion, versionSince, type Version } from '../../../shared/model/version.ts';
import type { AskedService } from './asked-until.ts';
import { writeOfVersion } from './provisional-ids.ts';
import { isOfLine, lineOf } from './waiting-versions.ts';
import type { Write } from './write.ts';

/** Whether something that waits has to name a version that this write makes. */
export function isNamedBy(writes: readonly Write[], { writeId }: Write): boolean {
  return writes.some(({ needs }) => needs.some((id) => writeOfVersion(id) === writeId));
}

/**
 * The records that a write of metadata became, with their versions: as the answer says, else as the service lists them.
 * Services may answer nothing there.
 */
export async function withVersions(
  remote: Pick<AskedService, 'call'>,
  write: Write,
  answer: readonly CadMetadata[],
): Promise<readonly CadMetadata[]> {
  const made = [...answer];
  for (const [index, record] of (write.answer as readonly CadMetadata[]).entries()) {
    const line = lineOf(record);
    if (line?.attachmentName !== '' || answer.some((one) => isOfLine(one, line) && versionOf(one))) continue;
    const after = parseVersion(write.after?.[index] ?? '');
    const version = await listedVersion(remote, line.key, { after, sha256: write.file?.sha256 });
    // Before one of the answer that says no version.
    if (version) made.unshift({ ...record, majorVersion: version.major, minorVersion: version.minor });
  }
  return made;
}

async function listedVersion(
  remote: Pick<AskedService, 'call'>,
  { languageCode, ...params }: ContentKey,
  sent: Parameters<typeof versionSince>[1],
): Promise<Version | undefined> {
  const asked = { params, query: { languageCode } };
  const { versions } = await remote.call('listVersions', asked, { priority: 'upload' });
  const listed = versions.map(({ major, minor, sha256 }) => ({
    version: { major, minor },
    sha256: sha256?.toLowerCase(),
  }));
  return versionSince(listed, sent)?.version;
}
