import type { RemoteCaller } from '../../../shared/api/caller.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { formatProgram, isSameProgram, type Program } from '../../../shared/model/program.ts';
import { listRemoteItems, type ListedItems, type RemoteItems } from '../remote/remote-items.ts';
import type { UntoldChanges } from './untold-changes.ts';
import type { RemoteItem, RemoteWatch } from '../state/remote-tree.ts';
import type { SeenList } from '../state/seen-lists.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { keyOf } from '../tree/key-of.ts';
import { isOfPrograms, programOfKey } from '../tree/of-programs.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { writeSome, type WriteGround } from '../state/write-some.ts';

const dayMs = 86_400_000;

interface PollOptions extends WriteGround {
  readonly service: RemoteCaller;
  readonly context: LibraryRecords;
  readonly trees: ServiceTrees;
  readonly full: boolean;
  /** Whether a list of everything that was sent then, by the computer's clock, is proof enough if it is still the same. */
  readonly isRecent: (listedMs: number) => boolean;
  readonly nowMs: number;
  readonly untold: Pick<UntoldChanges, 'isToBeLookedFor' | 'lookFor'>;
  /** Gets the keys that are different now, for each program by itself: those of one count also when the next fails. */
  readonly changed: ContentKeyText[];
}

/**
 * Brings the remote tree up to date: one call per program the library declares, and per other one that a person said
 * files of it are of, for the changes since the last call (the service counts in whole days) or, when `full`, for
 * everything.
 * @returns how many files were listed
 */
export async function pollService(options: PollOptions): Promise<number> {
  let listed = 0;
  for (const program of programsToFollow(options.context)) listed += await pollProgram(program, options);
  return listed;
}

async function pollProgram(program: Program, options: PollOptions): Promise<number> {
  const { service, context, trees, full, signal, nowMs } = options;
  const cursor = trees.cursor(program);
  const afterDate = full || cursor === undefined ? undefined : dayBefore(cursor);
  const known = trees.seenList(program, afterDate);
  const isProof = known && (afterDate !== undefined || options.isRecent(known.listedMs));
  const meanwhile = trees.watchRemote();
  let askedMs: number | undefined;
  const told = { signal, onServiceTime: (timeMs: number): unknown => (askedMs = timeMs) };
  try {
    const seen = isProof ? known.answer : undefined;
    const list = await listRemoteItems(
      service,
      program,
      { afterDate, seen, known: () => keyOf(keysKnown(trees, program)[0]) },
      told,
    );
    const before = options.changed.length;
    const finish = list.items && (await takeOver(program, { ...list, afterDate }, meanwhile, options));
    context.transaction(() => {
      const next = cursorAfter(list.items, askedMs, full && list.items ? undefined : cursor);
      if (next !== cursor) trees.setCursor(program, next);
      if (finish) finish();
      // Where something else told of a change meanwhile, what was known is forgotten by now.
      else if (!list.items && known && list.seen !== seen && meanwhile.changed.size === 0) {
        const listedMs = list.wasSent ? nowMs : known.listedMs;
        trees.noteSeenList(program, { ...known, answer: list.seen, listedMs });
      }
      const isUntold = !full && options.untold.isToBeLookedFor(program, seen, list);
      if (!isUntold || options.changed.length > before) return;
      options.untold.lookFor();
      trees.noteLoss();
    });
    if (list.items) return list.items.size;
    return list.wasSent ? (known?.files ?? 0) : 0;
  } finally {
    meanwhile.end();
  }
}

/**
 * Takes over what was listed: of much that is new some at a time, so that meanwhile whoever asks is answered.
 * @param meanwhile tells which keys changed since the list was asked for
 * @returns takes over the last of it, within a transaction
 * @throws AppError `cancelled`
 */
async function takeOver(
  program: Program,
  { items, seen, afterDate }: Extract<ListedItems, { items: RemoteItems }> & Pick<SeenList, 'afterDate'>,
  meanwhile: RemoteWatch,
  options: PollOptions,
): Promise<() => void> {
  const { trees, nowMs: listedMs } = options;
  const followed = followedOf(items, program, options);
  const take = (some: typeof followed): void =>
    noteDifferent(program, options, () => meanwhile.unseen(() => trees.noteListed(some, meanwhile.changed)));
  // What may take something away is known at once or not at all: of many such changes, all pass or none.
  const known = trees.knownAmong(followed.map(([key]) => key));
  const isKnown = ([key]: (typeof followed)[number]): boolean => known.has(key);
  const fresh = followed.filter((one) => !isKnown(one));
  // In the order of the table: what is written together then lies together.
  const last = await writeSome(options, fresh.toSorted(byKey), take);
  return () => {
    const missing = afterDate === undefined ? missingIn(trees, program, items, meanwhile.changed) : [];
    take([...last, ...followed.filter(isKnown)]);
    noteDifferent(program, options, () => meanwhile.unseen(() => forget(trees, missing)));
    // What was left out may have to be taken over another time.
    const isWhole = followed.length === items.size && meanwhile.changed.size === 0;
    if (seen && isWhole) trees.noteSeenList(program, { afterDate, answer: seen, files: items.size, listedMs });
    else trees.forgetSeenList(program, afterDate);
  };
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : Number(one > other);

function noteDifferent(program: Program, { trees, changed }: PollOptions, find: () => ContentKeyText[]): void {
  const different = find();
  for (const key of different) changed.push(key);
  // The list of changes and that of everything: the other one is of before.
  if (different.length > 0) trees.forgetSeenLists(program);
}

/**
 * Of other programs the library follows the files it holds; theirs are not its to fetch. And what no scan sees as a CAD
 * file would count as removed as soon as it was fetched.
 */
function followedOf(
  items: RemoteItems,
  program: Program,
  { context, trees }: PollOptions,
): readonly (readonly [ContentKeyText, RemoteItem])[] {
  const isLibrarys = context.library.programs.some((one) => isSameProgram(one, program));
  const isOurs = (key: ContentKeyText): boolean => context.files.hasKey(key) || trees.synced(key) !== undefined;
  return [...items].filter(
    ([key, { fileExtension }]) => (isLibrarys && cadKindOf(`file.${fileExtension}`) !== undefined) || isOurs(key),
  );
}

/**
 * What changes from here on is dated no earlier than this: than what the service dated last, or than it was asked, less a
 * day, because it may date by the day of where it stands. Where it does not tell its time, the day on which a whole
 * library was sent is listed until there is a later change. Nothing counts that is dated ahead of its clock.
 */
function cursorAfter(items: RemoteItems | undefined, askedMs: number | undefined, cursor: number | undefined): number {
  const newestMs = [...(items?.values() ?? [])].reduce((newest, item) => Math.max(newest, item.changedMs), cursor ?? 0);
  return askedMs === undefined ? newestMs : Math.max(askedMs - dayMs, Math.min(newestMs, askedMs));
}

/** The programs the library declares, and those of the other keys that its files have, or had when they were here. */
function programsToFollow({ library, files }: LibraryRecords): Program[] {
  const others = files.keyPerApplication().flatMap((key) => programOfKey(key) ?? []);
  return [...new Map([...library.programs, ...others].map((program) => [formatProgram(program), program])).values()];
}

const isOf = (program: Program) => (text: ContentKeyText) => isOfPrograms(text, [program]);

/** The files of a program that the service had. */
function keysKnown(trees: ServiceTrees, program: Program): ContentKeyText[] {
  return [...trees.remoteKeys(), ...trees.agreedKeys()].filter(isOf(program));
}

/** What the service had of a program and does not list any more. */
function missingIn(
  trees: ServiceTrees,
  program: Program,
  listed: ReadonlyMap<ContentKeyText, unknown>,
  // What came to be known while the list was made may rightly not be in it.
  meanwhile: ReadonlySet<ContentKeyText>,
): ContentKeyText[] {
  const ours = trees.remoteKeys().filter(isOf(program));
  return ours.filter((text) => !listed.has(text) && !meanwhile.has(text));
}

function forget(trees: ServiceTrees, missing: ContentKeyText[]): ContentKeyText[] {
  for (const key of missing) trees.forgetRemote(key);
  return missing;
}

/** "After the day before" includes everything of the day itself. */
function dayBefore(timeMs: number): string {
  return new Date(Math.max(0, timeMs - dayMs)).toISOString().slice(0, 10);
}
