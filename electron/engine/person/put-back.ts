import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import type { PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Reporter } from '../reporter.ts';
import { claimOfFile } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import { nameOf } from '../tree/paths.ts';
import { assertNotOpen, replaceFile } from '../transfer/replace-file.ts';
import type { KeptCopies, LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { isSameFile } from '../observe/same-stat.ts';
import { linkIncoming } from '../library/link-incoming.ts';
import { watchStanding, keyWithProgramOf, linkForKey } from '../library/standing-file.ts';
import type { Links } from '../library/links-file.ts';
import type { LibraryPlacing, Placing } from '../library/placing.ts';
import { returningPlace, type ReturningFile } from './returning-place.ts';

/** What is put back. */
interface Returning extends ReturningFile {
  /** The version of the service that it is, as long as its bytes have this hash. */
  readonly known?: { readonly version: Version; readonly sha256: Sha256 | undefined } | undefined;
  /** Throws where these are not the bytes that the person wants. */
  readonly assertWanted?: (sha256: Sha256) => void;
  /** The service that is to have it as its newest; without, whichever is connected. */
  readonly serviceId?: string;
}

/** Where it was put, as what, and the version that it is; `undefined` where none is known, or somebody saved into it. */
interface PutBack {
  readonly path: string;
  readonly key: ContentKeyText | undefined;
  readonly sha256: Sha256;
  readonly version: Version | undefined;
}

type PuttingBack = LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Placing;

/**
 * Puts a file back because a person wants it, to where the file of its product stands by then: that may be renamed, and
 * another one have its path, while it is fetched. What stands there goes to the backup folder first; what was put back is
 * then an edit like any other. Where the same bytes stand there already, they stay.
 * @throws AppError `file-in-use` while a program has the file open, `in-conflict` for what both sides agreed on before a
 * conflict, `target-occupied`, or what the disk says; then everything is as it was
 */
export async function putBack(
  context: PuttingBack,
  from: string,
  returning: Returning,
  nowMs: number,
): Promise<PutBack> {
  const path = await returningPlace(context, returning);
  const put = await context.placeAt(path, async () => {
    const isStillThere = (await returningPlace(context, returning)) === path;
    return isStillThere ? putBackAt(context, from, { ...returning, path, asked: returning.path }, nowMs) : undefined;
  });
  return put ?? putBack(context, from, returning, nowMs);
}

async function putBackAt(
  context: PuttingBack,
  from: string,
  returning: Returning & { readonly asked: string },
  nowMs: number,
): Promise<PutBack> {
  const { disk } = context;
  const { path, key, known } = returning;
  const present = await disk.stat(path);
  if (present && present.kind !== 'file') throw new AppError('target-occupied', { detail: `${path} is no file.` });
  if (present) await assertNotOpen(context, path);
  const { sha256 } = await disk.hash(from);
  returning.assertWanted?.(sha256);
  const version = known?.sha256 === sha256 ? known.version : undefined;
  const { serviceId } = returning;
  const want = (): void => {
    if (serviceId === undefined || context.trees()?.serviceId === serviceId)
      noteWanted(context, returning, sha256, nowMs);
  };
  if (present) {
    await putOver(context, from, { ...returning, sha256, version }, nowMs);
    want();
  } else {
    // First: what cannot be written down is not put there either. Where it does not come, no other bytes are meant.
    want();
    const takeBack = await linkIncoming(context, path, ownLink(context, returning));
    try {
      await disk.place(from, path);
    } catch (error) {
      await takeBack();
      throw error;
    }
  }
  return { path, key, sha256, version };
}

/**
 * The link with which what comes to a path is of the product that it was, whatever the folders name and whatever was said
 * of one that stood there once. What belongs to nothing because a person said so goes on belonging to nothing, also beside
 * the file of which it was said; and beside a file of a class nobody knows whether that is another one, or was given other
 * classes: a person says what it is.
 */
function ownLink(
  context: LibraryRecords & Pick<Links, 'links'>,
  { path, asked, key }: Pick<Returning, 'path' | 'key'> & { readonly asked: string },
): FileLink | undefined {
  const link = context.links().get(path);
  if (key === undefined || link === 'unassigned') return link;
  const own = linkForKey(context, { path, link }, key);
  if (asked === path) return own;
  if (context.links().get(asked) === 'unassigned') return 'unassigned';
  if (own === link || keyWithProgramOf(context, context.files.get(asked) ?? { path: asked }, key) === undefined)
    return own;
  return claimOfFile(path, link, context.library) === undefined ? link : 'unassigned';
}

/** Over the file that stands there. */
async function putOver(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Pick<Links, 'links'>,
  from: string,
  { path, key, ...incoming }: Returning & { readonly sha256: Sha256; readonly version: Version | undefined },
  nowMs: number,
): Promise<void> {
  const { disk } = context;
  const { assertStill } = watchStanding(context, path, key);
  const before = await disk.stat(path);
  const { sha256, after } = await disk.hash(path);
  // Where it was saved over just now, those bytes may be nowhere but here.
  if (sha256 === incoming.sha256 && before && isSameFile(before, after)) return disk.remove(from);
  assertOutlastsConflict(context, key, incoming.sha256);
  const agreed = key === undefined ? {} : context.trees()?.agreedAs(key, sha256);
  const about = { reason: 'restored', key, replacedBy: incoming.version, ...agreed } as const;
  await replaceFile(context, from, { target: { path, sha256 }, about, nowMs, assertStill });
}

/**
 * What a person had put to a path counts as changed from now on, also while the library is paused, and is read soon: its
 * stat may be that of the file it replaced.
 */
export async function noteStanding(
  { context, readChangedSoon }: Pick<LibraryKeeper, 'context' | 'readChangedSoon'>,
  path: string,
  nowMs: number,
): Promise<void> {
  try {
    const stat = await context.disk.stat(path);
    if (stat) context.files.noteChanged(path, stat, nowMs);
  } finally {
    // Also where that cannot be written now.
    await readChangedSoon(path);
  }
}

/** Tells that a person has a file back, and has it read. @returns what comes of it */
export async function wasPutBack(
  report: Pick<Reporter, 'tell'>,
  keeper: Pick<LibraryKeeper, 'context' | 'readChangedSoon'>,
  { path, sha256, version, ...put }: PutBack,
  nowMs: number,
): Promise<PutBackRecord> {
  const { library, files } = keeper.context;
  const key = put.key ?? files.get(path)?.key;
  const about = { title: nameOf(path), key, version: version && formatVersion(version) };
  report.tell(library.libraryId, { kind: 'restored', ...about });
  await noteStanding(keeper, path, nowMs);
  return { path, ...nextOf(keeper.context, { path, key, sha256 }) };
}

function nextOf(
  context: LibraryRecords & LibraryChoices & ServiceSide & Pick<Links, 'links'> & Pick<LibraryPlacing, 'isPlacingOver'>,
  { path, key, sha256 }: Omit<PutBack, 'version'>,
): Omit<PutBackRecord, 'path'> {
  // Beside a file of another product it may have other classes than it had, or none.
  const claim = claimOfFile(path, context.links().get(path), context.library);
  // Nor is a library that was removed meanwhile going to send it.
  if (key === undefined || claim !== key || context.isPlacingOver()) return { next: 'unread' };
  const [rival] = context.files.rivalsOf(key, path, 1).paths;
  if (rival !== undefined) return { next: 'pick', rival };
  const trees = context.trees();
  if (!trees || trees.conflict(key)) return { next: 'notSent' };
  const agreed = trees.synced(key);
  if (agreed?.sha256 === sha256) return { next: 'inStep', version: formatVersion(agreed.version) };
  const { direction, upload, isPaused } = context.settings();
  if (isPaused || direction === 'downOnly') return { next: 'notSent' };
  return { next: upload === 'onPublish' ? 'onPublish' : 'sent' };
}

/**
 * What stood there before a conflict counts as unchanged: theirs would take its place at once.
 * @throws AppError `in-conflict`
 */
export function assertOutlastsConflict(context: ServiceSide, key: ContentKeyText | undefined, sha256: Sha256): void {
  const trees = context.trees();
  if (key !== undefined && trees?.synced(key)?.sha256 === sha256 && trees.conflict(key))
    throw new AppError('in-conflict');
}

/** Just these older bytes are wanted as the newest: nobody is asked whether they may be sent. */
export function noteWanted(context: ServiceSide, { path, key }: ReturningFile, sha256: Sha256, atMs: number): void {
  if (key !== undefined) context.changes()?.put({ key, kind: 'rollback', path, standing: 'allowed', atMs, sha256 });
}
