import { AppError, orUndefinedIf, toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { nameByFormat } from '../transfer/path-of-format.ts';
import { assertNotOpen, assertReplaceable, replaceFile } from '../transfer/replace-file.ts';
import { statInPlace } from '../observe/same-stat.ts';
import type { Ports } from '../ports.ts';
import type { ConflictAnswer } from '../state/conflicts.ts';
import { createTurns } from '../library/turns.ts';
import { watchStanding } from '../library/standing-file.ts';
import { forgetEnded } from '../library/ended-conflicts.ts';
import { freeCopyPath, keepCopyOfMine, takeBackCopy } from './conflict-copies.ts';
import { readDivergence, readFirst, type ConflictLibrary, type Divergence } from './divergence.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { statOfBytes } from './stat-of-bytes.ts';

/** What a person was shown against mine: a service that was set back may have another version of the same number. */
export interface ShownAgainst {
  readonly version: Version;
  readonly sha256?: string | undefined;
}

/** The version that stood against mine, and when the conflict ended. */
export interface ConflictEnd {
  readonly theirVersion: Version;
  readonly endedMs: number;
}

/** How conflicts end. Whatever is chosen, no bytes are lost: theirs are on the service, mine stay or are kept. */
export function createConflictResolution(ports: Pick<Ports, 'clock' | 'log'>) {
  const turns = createTurns();
  /** What is carried out right now is not begun a second time. */
  const underway = new Set<string>();

  /** One answer to a conflict after the other: the next one finds what became of it. */
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    turns(id, () => {
      underway.add(id);
      return work().finally(() => underway.delete(id));
    });

  return {
    /**
     * Ends a conflict the way a person chose.
     * - `keepMine`: their version counts as seen, so that mine becomes the next draft after it;
     * - `takeTheirs`: theirs takes the place of mine, which goes to the backup folder;
     * - `keepBoth`: mine becomes an unassigned copy next to it, theirs takes its place.
     *
     * Without what the person was shown, whatever stands against mine counts. The choice is written down first: the app
     * may end in the middle, and goes on with it when it runs again.
     * @throws AppError `no-conflict` when there is none, or none any more, `other-version-now` when it is not with the
     * version that was shown, `file-changed-meanwhile` when mine was saved again, `other-version-gone` when theirs is fetched
     * again, `file-in-use` while a program has mine open, or what the disk says; then everything is as it was
     */
    resolve: (
      context: ConflictLibrary,
      key: ContentKeyText,
      choice: ConflictChoice,
      shown?: ShownAgainst,
    ): Promise<ConflictEnd> =>
      inTurn(idOf(context, key), async () => {
        const divergence = await readDivergence(ports, context, key);
        assertShown(divergence, shown);
        await (choice === 'keepMine' ? keepMine(divergence) : takeTheirs(divergence, choice));
        return { theirVersion: divergence.conflict.theirVersion, endedMs: divergence.nowMs };
      }),

    /**
     * Goes on with what was chosen and not carried out, as far as the files were read.
     * @returns the keys to plan again
     */
    finish: async (context: ConflictLibrary): Promise<readonly ContentKeyText[]> => {
      const concerned = (context.trees()?.answeredConflicts() ?? []).filter(
        (key) => !underway.has(idOf(context, key)) && context.view(key) !== 'unsettled',
      );
      const finished: ContentKeyText[] = [];
      for (const key of concerned) {
        try {
          await inTurn(idOf(context, key), () => finishOne(ports, context, key));
          finished.push(key);
        } catch (error) {
          const about = { library: context.library.libraryId, code: toAppError(error).code };
          ports.log('warn', 'choice-not-carried-out', about);
        }
      }
      return finished;
    },
  };
}

/** @throws AppError `other-version-now` */
function assertShown({ conflict: { theirVersion, sha256 } }: Divergence, shown: ShownAgainst | undefined): void {
  const isSame = shown === undefined || compareVersions(shown.version, theirVersion) === 0;
  if (isSame && (shown?.sha256 ?? sha256) === sha256) return;
  throw new AppError('other-version-now', { detail: `It is version ${formatVersion(theirVersion)}.` });
}

export type ConflictResolution = ReturnType<typeof createConflictResolution>;

async function takeTheirs(divergence: Divergence, choice: 'takeTheirs' | 'keepBoth'): Promise<void> {
  const { context, key, mine, trees } = divergence;
  const copy = choice === 'keepBoth' ? await freeCopyPath(context, mine.path) : undefined;
  const answer: ConflictAnswer = { choice, sha256: mine.sha256, ...(copy === undefined ? {} : { copy }) };
  trees.noteAnswer(key, answer);
  try {
    await carryOut(divergence, answer);
  } catch (error) {
    // Whoever was told that it cannot be done now is not surprised by it later.
    trees.noteAnswer(key, undefined);
    throw error;
  }
}

async function carryOut(divergence: Divergence, answer: ConflictAnswer): Promise<void> {
  try {
    await putTheirs(divergence, answer.copy);
  } catch (error) {
    // Why it failed says more than why something stayed beside.
    await takeBackCopy(divergence, answer).catch(() => undefined);
    throw error;
  }
  const { context, trees, key, mine, conflict } = divergence;
  await nameByFormat(context, trees, { key, path: mine.path, name: conflict.keptAt });
}

async function finishOne(ports: Pick<Ports, 'clock'>, context: ConflictLibrary, key: ContentKeyText): Promise<void> {
  const isVoid = isAnswerVoid(context, key);
  // What was carried out before the app ended, and saved over since, is no choice that was not carried out.
  const unlessVoid = orUndefinedIf(({ code }) => isVoid && code === 'other-version-gone');
  const divergence = await readDivergence(ports, context, key).catch(unlessVoid);
  if (!divergence) return;
  const { trees } = divergence;
  const { answer } = divergence.conflict;
  if (!isVoid && answer) {
    try {
      return await carryOut(divergence, answer);
    } catch (error) {
      // Nobody was told: what can be done later is done then.
      if (!toAppError(error).retryable) trees.noteAnswer(key, undefined);
      throw error;
    }
  }
  await takeBackCopy(divergence, answer);
  trees.noteAnswer(key, undefined);
}

/** Whether what was chosen was said about a file that is no longer so. */
function isAnswerVoid(context: ConflictLibrary, key: ContentKeyText): boolean {
  const view = context.view(key);
  const mine = typeof view === 'string' ? undefined : view.locals[0];
  return context.trees()?.conflict(key)?.answer?.sha256 !== mine?.sha256;
}

const idOf = ({ library }: LibraryRecords, key: ContentKeyText): string => `${library.libraryId} ${key}`;

/** Their copy stays until mine is sent: so long this can be undone. */
async function keepMine(divergence: Divergence): Promise<void> {
  const { context, mine } = divergence;
  context.transaction(() => {
    noteEnded(divergence, 'keepMine', mine.path);
    context.files.noteWanted(mine.path);
  });
}

/**
 * Both sides agree on theirs, and what is needed to undo that is kept. In a transaction.
 * @param mineAt where the bytes of mine are now
 */
function noteEnded(divergence: Divergence, choice: ConflictChoice, mineAt: string): void {
  const { context, trees, key, mine, conflict, nowMs } = divergence;
  const { theirVersion: version, keptAt, sha256, theirChangedMs: changedMs } = conflict;
  const earlier = trees.endedConflict(key);
  if (earlier) forgetEnded(context, trees, key, earlier);
  const before = trees.synced(key);
  trees.noteSynced(key, { path: mine.path, version, sha256 }, nowMs, conflict.foundMs);
  trees.noteEnded(key, {
    choice,
    mine: { ...mine, at: mineAt },
    theirs: { version, sha256, keptAt, changedMs },
    before,
    endedMs: nowMs,
  });
  trees.forgetConflict(key);
}

/**
 * Puts theirs at the place of mine, on which both sides agree then.
 * @param copy where mine is kept next to it; without, it goes to the backup folder
 */
async function putTheirs(divergence: Divergence, copy: string | undefined): Promise<void> {
  const { context, trees, key, mine, conflict, keptStat, nowMs } = divergence;
  const { disk, files } = context;
  await context.placeAt(mine.path, async () => {
    const { isStill, assertStill } = watchStanding(context, mine.path, key);
    await assertNotOpen(context, mine.path);
    const mineAt =
      copy === undefined
        ? await replaceMine(divergence, assertStill)
        : await replaceCopied(divergence, copy, assertStill);
    const stat = await statInPlace(disk, mine.path, keptStat);
    context.transaction(() => {
      const reading = { sha256: conflict.sha256, key, fetchedFrom: trees.serviceId };
      // Where a person said just now what it belongs to, it stays unread.
      if (isStill()) files.noteRead(mine.path, stat, reading, nowMs);
      noteEnded(divergence, copy === undefined ? 'takeTheirs' : 'keepBoth', mineAt);
    });
  });
}

function replaceMine({ context, key, mine, conflict, nowMs }: Divergence, assertStill: () => void): Promise<string> {
  const about = { reason: 'tookTheirs', key, replacedBy: conflict.theirVersion } as const;
  return replaceFile(context, conflict.keptAt, { target: mine, about, nowMs, assertStill });
}

/** At no moment is the place empty: mine lies next to it before theirs takes its place. */
async function replaceCopied(divergence: Divergence, copy: string, assertStill: () => void): Promise<string> {
  const { context, mine, conflict } = divergence;
  const { disk } = context;
  const before = await statOfBytes(disk, mine.path, mine.sha256);
  if (!before) throw readFirst();
  assertReplaceable(before);
  // A try that broke off may have come so far.
  const isCopied = (await disk.stat(copy)) !== undefined;
  if (isCopied && (await disk.hash(copy)).sha256 !== mine.sha256) throw new AppError('target-occupied');
  // The link is there first: at no moment does the copy claim the key.
  await context.changeLinks(new Map([[copy, 'unassigned']]));
  if (!isCopied) await keepCopyOfMine(divergence, copy);
  assertStill();
  await disk.replace(conflict.keptAt, mine.path, before);
  return copy;
}
