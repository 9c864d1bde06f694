import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { formatProgram, isDwgFormat, programNamed } from '../../../shared/model/program.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { VerdictOf } from '../judge/verdict.ts';
import { isNotSeen, isWithheld } from '../state/local-file.ts';
import { actionsFor, startSync } from './actions.ts';
import type { FileFacts } from './file-facts.ts';
import { isOfPrograms } from '../tree/of-programs.ts';

/** Reasons that lie in the library and its files, before the service comes into it. */

export function libraryPaused(
  facts: Pick<FileFacts, 'live' | 'libraryName' | 'stopped' | 'isPaused'>,
): Explanation | undefined {
  const { live, libraryName, stopped, isPaused } = facts;
  if (live ? live.paused?.byPerson : isPaused)
    return {
      reason: { code: 'pausedByPerson', library: libraryName },
      sinceMs: live?.paused?.sinceMs,
      next: { code: 'whenResumed' },
      actions: ['resume-library'],
    };
  if (!live && stopped) return libraryStopped(libraryName, stopped);
  if (!live?.paused) return undefined;
  const { error, sinceMs } = live.paused;
  return {
    reason: { code: 'libraryPaused', library: libraryName, error },
    sinceMs,
    next: { code: 'folderLookedAtAgain', atMs: live.nextScanMs },
    actions: error ? actionsFor(error) : ['look-again'],
  };
}

/** What keeps the next run from a library, where none runs. */
export function libraryStopped(
  library: string,
  { error, sinceMs }: { readonly error: ErrorRecord; readonly sinceMs?: number },
): Explanation {
  // Whether that folder is the library, only a person can say.
  const next = { code: error.code === 'library-unproven' ? 'whenProven' : 'whenRunning' } as const;
  return { reason: { code: 'libraryPaused', library, error }, sinceMs, next, actions: actionsFor(error) };
}

/** Many files at once are gone, would be replaced or went back: nothing happens to them unless a person says so. */
export function manyChanges({ change }: FileFacts, verdict: VerdictOf<'asked'>): Explanation {
  const sinceMs = change?.atMs;
  if (verdict.isKept) {
    const next = { code: 'staysAsItIs' } as const;
    return { reason: { code: 'leftAsAnswered' }, sinceMs, next, actions: ['replace-after-all'] };
  }
  const reason = { code: 'manyChanges', kind: verdict.change } as const;
  return { reason, sinceMs, next: { code: 'afterAnswer' }, actions: ['answer-question'] };
}

/** It was moved into another library, or is kept there as well. */
export function inOtherLibrary({ file, otherPlace }: FileFacts): Explanation | undefined {
  const place = otherPlace();
  return (
    place && {
      reason: { code: 'inOtherLibrary', ...place },
      sinceMs: file.goneSinceMs,
      next: { code: 'nothing' },
      actions: ['put-back'],
    }
  );
}

/** Whether the last bytes of a file are others than those agreed on; what left its key was saved so that it is not sent. */
function isOthers({ key, leftKey, sha256 }: FileFacts['file'], synced: NonNullable<FileFacts['synced']>): boolean {
  return key === leftKey || (sha256 !== undefined && sha256 !== synced.sha256);
}

export function missing(facts: FileFacts, verdict: VerdictOf<'missing' | 'removedHere' | 'notMissed'>): Explanation {
  const { file, synced, remote, live, change, isKnownThere } = facts;
  const sinceMs = file.goneSinceMs;
  const isAskedBack = remote !== undefined && change?.kind === 'removal' && change.standing === 'restored';
  if (!live && verdict.kind === 'missing') return goneAtRest(facts);
  if (verdict.kind === 'missing') {
    const next = { code: isAskedBack ? 'comesBack' : 'countsAsRemoved', atMs: verdict.countsAtMs } as const;
    return { reason: { code: 'missingForNow' }, sinceMs, next, actions: [] };
  }
  const isUnsent = synced && isOthers(file, synced) && !isKnownThere() ? true : undefined;
  const version = synced && formatVersion(synced.version);
  const reason = { code: 'removedHere', version, isUnsent, isLostThere: isLostThere(facts) } as const;
  if (isAskedBack) return { reason, sinceMs, next: { code: 'comesBack' }, actions: startSync(live) };
  if (reason.isLostThere) return { reason, sinceMs, next: { code: 'nothing' }, actions: [] };
  return { reason, sinceMs, next: { code: 'staysAsItIs' }, actions: ['put-back'] };
}

/** Whether the service told of nothing of it when it was last asked; of programs that are not declared it is not asked. */
function isLostThere({ file, synced, remote, programs }: FileFacts): true | undefined {
  const isListed = file.key !== undefined && isOfPrograms(file.key, programs);
  return synced && !remote && isListed ? true : undefined;
}

/** Nobody has noticed yet: it may have been removed, renamed or moved. */
function goneAtRest(facts: FileFacts): Explanation {
  const version = facts.synced && formatVersion(facts.synced.version);
  const reason = { code: 'goneSinceScan', version, isLostThere: isLostThere(facts) } as const;
  return { reason, next: { code: 'whenRunning' }, actions: ['start-sync'] };
}

export function openInProgram({ file, row, live }: FileFacts): Explanation {
  // The version of the program is beside the point.
  const program = row.program?.replace(/\s*\d[\d.]*$/, '');
  return {
    reason: { code: 'openInProgram', program },
    sinceMs: file.sinceMs,
    next: { code: live ? 'readWhenClosed' : 'whenRunning' },
    actions: ['close-file', ...startSync(live)],
  };
}

/** It cannot take part at all, holds nothing, or cannot be read. */
export function unreadable(facts: FileFacts, { error }: VerdictOf<'unreadable'>): Explanation {
  if (isWithheld({ problem: error })) return withheld(facts, error);
  return error.code === 'empty-file' ? emptyFile(facts) : notReadable(facts, error);
}

function withheld({ file, live }: FileFacts, error: ErrorRecord): Explanation {
  return {
    reason: { code: 'cannotTakePart', error },
    sinceMs: file.sinceMs,
    next: error.code === 'folder-unreadable' ? lookedAtAgain(live) : { code: 'afterYou' },
    actions: actionsFor(error),
  };
}

function lookedAtAgain(live: FileFacts['live']): Explanation['next'] {
  return live ? { code: 'folderLookedAtAgain', atMs: live.nextScanMs } : { code: 'whenRunning' };
}

function emptyFile({ file }: FileFacts): Explanation {
  const next = { code: 'afterYou' } as const;
  return { reason: { code: 'emptyFile' }, sinceMs: file.sinceMs, next, actions: ['save-content'] };
}

function notReadable({ file, live, synced }: FileFacts, error: ErrorRecord): Explanation {
  // It was read once, so what it held then is known.
  const had = file.settled && file.sha256 !== undefined && synced?.sha256 === file.sha256 ? synced : undefined;
  return {
    reason: { code: 'unreadable', error, version: had && formatVersion(had.version) },
    // Since when that is so with a file that stood still is not known.
    sinceMs: file.settled ? undefined : file.sinceMs,
    next: isNotSeen({ problem: error }) ? lookedAtAgain(live) : readAgain(file, live),
    actions: [...actionsFor(error), ...startSync(live)],
  };
}

function readAgain(file: FileFacts['file'], live: FileFacts['live']): Explanation['next'] {
  if (!live) return { code: 'whenRunning' };
  return { code: 'readAgain', atMs: file.settled ? file.rereadDueMs : live.reading?.dueMs };
}

export function beingRead({ file, live }: FileFacts): Explanation {
  const { sinceMs } = file;
  if (!live) return { reason: { code: 'notReadYet' }, sinceMs, next: { code: 'whenRunning' }, actions: ['start-sync'] };
  const atMs = live.reading?.dueMs;
  if (live.reading?.waitsFor === 'incomplete') {
    const next = { code: 'readWhenWhole', atMs } as const;
    return { reason: { code: 'looksUnfinished' }, sinceMs, next, actions: [] };
  }
  return { reason: { code: 'stillChanging' }, sinceMs, next: { code: 'readWhenStill', atMs }, actions: [] };
}

/** It is of a program that the library does not declare, or of a newer version than it does. */
export function otherProgram({ file, programs }: FileFacts, { missing }: VerdictOf<'otherProgram'>): Explanation {
  const { sinceMs, programVersion: version = '' } = file;
  const name = cadKindOf(file.path)?.application ?? '';
  const format = isDwgFormat(version) ? version : undefined;
  const found = formatProgram({ name, version: format ? '' : version }).trim();
  const own = programNamed(programs, name);
  const next = { code: 'afterYou' } as const;
  if (missing === 'undeclaredProgram' || !own) {
    const reason = { code: 'undeclaredProgram', found, declared: programs.map(formatProgram) } as const;
    return { reason, sinceMs, next, actions: ['declare-program', 'link-program'] };
  }
  const declared = formatProgram(own);
  return format
    ? { reason: { code: 'newerFormat', format, declared }, sinceMs, next, actions: ['link-program'] }
    : { reason: { code: 'newerProgram', found, declared }, sinceMs, next, actions: ['raise-version', 'link-program'] };
}

export function unassigned({ file }: FileFacts, verdict: VerdictOf<'unassigned'>): Explanation {
  return {
    reason: { code: 'unassigned', missing: verdict.missing },
    sinceMs: file.sinceMs,
    next: { code: 'afterYou' },
    actions: ['choose-class'],
  };
}

export function doublyClaimed({ rivals, file }: FileFacts): Explanation {
  const { paths, count } = rivals();
  return {
    reason: { code: 'doublyClaimed', rivals: paths, rivalCount: count },
    sinceMs: file.sinceMs,
    next: { code: 'afterYou' },
    actions: ['pick-file', 'move-or-reassign'],
  };
}
