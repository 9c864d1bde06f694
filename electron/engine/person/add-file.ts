import { AppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { IfThere } from '../../../shared/rpc/intake-records.ts';
import type { KeptCopies, LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { isLibraryPath } from '../observe/scan.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { FileStat } from '../ports.ts';
import { assertNotOpen, replaceFile } from '../transfer/replace-file.ts';
import { assertRoom } from '../transfer/assert-room.ts';
import { freeBeside } from '../transfer/free-beside.ts';
import { foldedPath, partPath } from '../tree/paths.ts';
import { ownFolder } from '../../../shared/model/own-folder.ts';
import { assertOutlastsConflict } from './put-back.ts';

/** A file that a person brings, with where it is to go below the library's root. */
interface IncomingAddition {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** As it was announced: what breaks off is not put in place. */
  readonly sizeBytes: number;
  readonly ifThere: IfThere;
}

/** What came of it, and what is needed to take it back. */
export interface Addition {
  readonly outcome: 'added' | 'replaced' | 'same' | 'occupied';
  readonly path: string;
  readonly sha256?: Sha256;
  /** Where the file is kept that stood there. */
  readonly keptAt?: string;
  /** What was said of that file. */
  readonly linkThere?: FileLink | undefined;
}

/**
 * Puts a file into a library because a person brought it: it arrives under a name that every scan passes over, and gets
 * its place in one step. Nothing that stands there is touched unless the person said so, and then it is kept.
 * @throws AppError `not-cad-file`, `unsafe-name`, `disk-full`, `file-in-use`, `addition-broken-off`, `in-conflict` for what
 * both sides agreed on before a conflict, `unknown-item` where the library was removed or set up anew meanwhile, or what the
 * disk says; then everything is as it was
 */
export async function addFile(
  context: LibraryRecords & LibraryChoices & ServiceSide & KeptCopies & LibraryFolder & Placing & Pick<Links, 'links'>,
  incoming: IncomingAddition,
  { newId, nowMs }: { readonly newId: string; readonly nowMs: number },
): Promise<Addition> {
  const { disk } = context;
  const { sizeBytes, ifThere } = incoming;
  assertAddable(context, incoming.path);
  const standing = await disk.stat(incoming.path);
  const path = standing ? await spelledAsKnown(context, incoming.path, standing) : incoming.path;
  if (standing && ifThere === 'ask' && standing.sizeBytes !== sizeBytes) return { outcome: 'occupied', path };
  await assertRoom(disk, sizeBytes);
  const part = partPath('', newId);
  try {
    const received = await disk.receive(part, incoming.bytes);
    if (received.sizeBytes !== sizeBytes) throw new AppError('addition-broken-off');
    return await put(context, { ...incoming, path, part, sha256: received.sha256 }, nowMs);
  } finally {
    // Where it got its place, or never arrived, there is none.
    await disk.remove(part).catch(() => undefined);
  }
}

/**
 * The path of the file that stands there as the library knows it. A disk that does not tell cases apart answers to others,
 * too, and a second file would be known.
 */
async function spelledAsKnown(
  { files, disk }: LibraryRecords & LibraryFolder,
  path: string,
  { inode }: FileStat,
): Promise<string> {
  const folded = foldedPath(path);
  const known = files.get(path) ? path : [...files.present().keys()].find((other) => foldedPath(other) === folded);
  return known !== undefined && (await disk.stat(known))?.inode === inode ? known : path;
}

interface ArrivedFile extends IncomingAddition {
  readonly part: string;
  readonly sha256: Sha256;
}

function put(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Placing & Pick<Links, 'links'>,
  arrived: ArrivedFile,
  nowMs: number,
): Promise<Addition> {
  const { path, part, sha256, ifThere } = arrived;
  const { disk, files } = context;
  return context.placeAt(path, async () => {
    const standing = await disk.stat(path);
    if (standing && standing.kind !== 'file') throw new AppError('target-occupied', { detail: `${path} is no file.` });
    const there = standing && (await disk.hash(path));
    if (there?.sha256 === sha256) return { outcome: 'same', path };
    if (there && ifThere === 'ask') return { outcome: 'occupied', path };
    if (!there || ifThere === 'keepBoth') {
      const free = there ? await freeBeside(disk, path) : path;
      await disk.place(part, free);
      return { outcome: 'added', path: free, sha256 };
    }
    await assertNotOpen(context, path);
    const key = files.get(path)?.key;
    assertOutlastsConflict(context, key, sha256);
    const keptAt = await replaceFile(context, part, {
      target: { path, sha256: there.sha256 },
      about: { reason: 'addedOver', key },
      nowMs,
    });
    return { outcome: 'replaced', path, sha256, keptAt, linkThere: context.links().get(path) };
  });
}

/** What no scan would find is not brought in. @throws AppError `not-cad-file` */
function assertAddable(context: LibraryChoices & LibraryFolder, path: string): void {
  const isOurs = path.split('/').some((part) => part.startsWith(ownFolder) || part.startsWith('.'));
  if (!isLibraryPath(path) || isOurs || context.ignoreRules().ignoresFile(path))
    throw new AppError('not-cad-file', { detail: `${path} would be no file of the library.` });
  if (path.length > context.longestPath)
    throw new AppError('unsafe-name', { detail: `${path} is too long a path for programs to open it.` });
}
