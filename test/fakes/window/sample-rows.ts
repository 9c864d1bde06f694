import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findCadPicture } from '../../../electron/cad/pictures/find-picture.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { PictureRecord } from '../../../shared/rpc/picture-record.ts';
import { samplesFolder } from '../../unit/cad/sample-files.ts';

/** The real sample files as files of a library, with the pictures that are in them; none where there are no samples. */
export async function sampleRows() {
  const files: FileRecord[] = [];
  const pictures = new Map<string, PictureRecord>();
  for (const path of globSync('*/*', { cwd: samplesFolder }).sort()) {
    const kind = cadKindOf(path)?.kind;
    if (kind === undefined) continue;
    const bytes = readFileSync(join(samplesFolder, path));
    const sha256 = hash('sha256', bytes, 'hex');
    files.push({
      ...{ fileId: path, libraryId: 'revit', path, name: basename(path), kind, sha256, sizeBytes: bytes.length },
      ...{ modifiedAtMs: Date.now(), state: 'upToDate', version: '1.0', isPublishable: false },
      ...{ etimClassCode: 'EC000000', className: 'Samples' },
    });
    const read = async (position: number, length: number) => bytes.subarray(position, position + length);
    const picture = await findCadPicture({ read }, path, bytes.length);
    if (picture) {
      const base64 = Buffer.from(picture.bytes).toString('base64');
      pictures.set(sha256, { mediaType: picture.mediaType, base64 });
    }
  }
  return { files, pictures };
}
