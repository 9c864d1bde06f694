import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Reporter } from '../reporter.ts';
import { nameOf } from '../tree/folder-of.ts';
import { replaceFile } from '../transfer/replace-file.ts';
import { assertNotOpen } from '../transfer/assert-not-open.ts';
import type { KeptCopies, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';

/**
 * Puts a file back at a path because a person wants it there. What stands there goes to the backup folder first; what
 * was put back is then an edit like any other. Where the same bytes stand there already, they stay.
 * @throws AppError `file-in-use` while a program has the file open, `in-conflict` for what both sides agreed on before a
 * conflict, `target-occupied`, or what the disk says; then everything is as it was
 */
export async function putBack(
  context: ServiceSide & KeptCopies & LibraryFolder & Placing,
  from: string,
  about: { readonly path: string; readonly key: ContentKeyText | undefined; readonly version?: Version | undefined },
  nowMs: number,
): Promise<void> {
  const { disk } = context;
  const { path, key } = about;
  await context.placeAt(path, async () => {
    const present = await disk.stat(path);
    if (!present) {
      const { sha256: incoming } = await disk.hash(from);
      await disk.place(from, path);
      return noteWanted(context, about, incoming, nowMs);
    }
    if (present.kind !== 'file') throw new AppError('target-occupied', { detail: `${path} is no file.` });
    await assertNotOpen(context, path);
    const { sha256 } = await disk.hash(path);
    const { sha256: incoming } = await disk.hash(from);
    if (sha256 === incoming) return disk.remove(from);
    const trees = context.trees();
    const synced = key === undefined ? undefined : trees?.synced(key);
    // What stood there before the conflict counts as unchanged here: theirs would take its place at once.
    if (key !== undefined && synced?.sha256 === incoming && trees?.conflict(key)) throw new AppError('in-conflict');
    await replaceFile(from, {
      disk,
      backups: context.backups,
      target: { path, sha256 },
      about: {
        reason: 'restored',
        key,
        replacedBy: about.version,
        version: synced?.sha256 === sha256 ? synced.version : undefined,
      },
      nowMs,
    });
    noteWanted(context, about, incoming, nowMs);
  });
}

/** Tells that a person has a file back, and has it read. */
export async function wasPutBack(
  report: Pick<Reporter, 'tell'>,
  { context, readChangedSoon }: Pick<LibraryKeeper, 'context' | 'readChangedSoon'>,
  path: string,
  version?: Version,
): Promise<void> {
  const { library, files, backups } = context;
  const key = files.get(path)?.key ?? backups.ofFile(path, undefined)[0]?.key;
  const about = { title: nameOf(path), key, version: version && formatVersion(version) };
  report.tell(library.libraryId, { kind: 'restored', ...about });
  // Its stat may be that of the file it replaced.
  await readChangedSoon(path);
}

/** Just these older bytes are wanted as the newest: nobody is asked whether they may be sent. */
function noteWanted(
  context: ServiceSide,
  { path, key }: { readonly path: string; readonly key: ContentKeyText | undefined },
  sha256: Sha256,
  atMs: number,
): void {
  if (key !== undefined) context.changes()?.put({ key, kind: 'rollback', path, standing: 'allowed', atMs, sha256 });
}
