import type { AddedFile, PlaceForFile } from '../../../shared/rpc/intake-records.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { exampleNow } from './file-rows.ts';

/** Adds a file to what a fake engine knows, as it would be before it was read. */
export function addExample(state: { files: FileRecord[] }, { libraryId, path, ifThere }: PlaceForFile): AddedFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const there = state.files.find((file) => file.libraryId === libraryId && file.path === path);
  if (there && ifThere === 'ask') return { outcome: 'occupied', fileId: there.fileId, lacksClass: false };
  const fileId = `${libraryId}/${path}`;
  if (!there) {
    const kind = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const record = { fileId, libraryId, path, name, kind, sizeBytes: 1_000, modifiedAtMs: exampleNow };
    state.files = [...state.files, { ...record, state: 'unassigned', isPublishable: false }];
  }
  const outcome = there ? 'replaced' : 'added';
  return { outcome, fileId, lacksClass: !there, additionId: fileId };
}
