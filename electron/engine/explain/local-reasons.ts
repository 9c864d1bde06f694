import { formatVersion } from '../../../shared/model/version.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { formatProgram, programNamed } from '../../../shared/model/program.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import { isWithheld } from '../state/local-file.ts';
import { missingClasses } from '../tree/assign-key.ts';
import { actionsFor, startSync } from './actions.ts';
import type { FileFacts } from './file-facts.ts';

/** Reasons that lie in the library and its files, before the service comes into it. */

export function libraryPaused({
  live,
  libraryName,
  stopped,
}: Pick<FileFacts, 'live' | 'libraryName' | 'stopped'>): Explanation | undefined {
  if (!live && stopped) {
    const { error, sinceMs } = stopped;
    const reason = { code: 'libraryPaused', library: libraryName, error } as const;
    return { reason, sinceMs, next: { code: 'whenRunning' }, actions: actionsFor(error) };
  }
  if (!live?.paused) return undefined;
  const { error, sinceMs } = live.paused;
  return {
    reason: { code: 'libraryPaused', library: libraryName, error },
    sinceMs,
    next: { code: 'folderLookedAtAgain', atMs: live.nextScanMs },
    actions: error ? actionsFor(error) : ['look-again'],
  };
}

/** Many files at once are gone, would be replaced or went back: nothing happens to them before a person has answered. */
export function manyChanges({ change }: FileFacts): Explanation | undefined {
  if (change?.standing !== 'asked' && change?.standing !== 'kept') return undefined;
  return {
    reason: { code: 'manyChanges', kind: change.kind, isKept: change.standing === 'kept' },
    sinceMs: change.atMs,
    next: { code: 'afterAnswer' },
    actions: ['answer-question'],
  };
}

/** It was moved into another library, or is kept there as well. */
export function inOtherLibrary({ file, change, transfer, otherPlace }: FileFacts): Explanation | undefined {
  if (file.goneSinceMs === undefined || (change?.standing === 'restored' && transfer)) return undefined;
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

export function missing({
  nowMs,
  file,
  synced,
  live,
  absenceGraceMs,
  change,
  transfer,
}: FileFacts): Explanation | undefined {
  if (file.goneSinceMs === undefined) return undefined;
  // A person wants it back, and it is on its way.
  if (change?.standing === 'restored' && transfer) return undefined;
  const sinceMs = file.goneSinceMs;
  const countsAtMs = sinceMs + absenceGraceMs;
  if (live && countsAtMs > nowMs) {
    const next = { code: 'countsAsRemoved', atMs: countsAtMs } as const;
    return { reason: { code: 'missingForNow' }, sinceMs, next, actions: [] };
  }
  const version = synced && formatVersion(synced.version);
  const next = { code: 'staysAsItIs' } as const;
  return { reason: { code: 'removedHere', version }, sinceMs, next, actions: ['put-back'] };
}

export function openInProgram({ file, row, live }: FileFacts): Explanation | undefined {
  if (file.problem?.code !== 'file-in-use') return undefined;
  // The version of the program is beside the point.
  const program = row.program?.replace(/\s*\d[\d.]*$/, '');
  return {
    reason: { code: 'openInProgram', program },
    sinceMs: file.sinceMs,
    next: { code: live ? 'readWhenClosed' : 'whenRunning' },
    actions: ['close-file', ...startSync(live)],
  };
}

export function withheld({ file, live }: FileFacts): Explanation | undefined {
  if (!file.problem || !isWithheld(file)) return undefined;
  return {
    reason: { code: 'cannotTakePart', error: file.problem },
    sinceMs: file.sinceMs,
    next: file.problem.code === 'folder-unreadable' ? lookedAtAgain(live) : { code: 'afterYou' },
    actions: actionsFor(file.problem),
  };
}

function lookedAtAgain(live: FileFacts['live']): Explanation['next'] {
  return live ? { code: 'folderLookedAtAgain', atMs: live.nextScanMs } : { code: 'whenRunning' };
}

export function emptyFile({ file }: FileFacts): Explanation | undefined {
  if (file.problem?.code !== 'empty-file') return undefined;
  const next = { code: 'afterYou' } as const;
  return { reason: { code: 'emptyFile' }, sinceMs: file.sinceMs, next, actions: ['save-content'] };
}

export function unreadable({ file, live, synced }: FileFacts): Explanation | undefined {
  if (!file.problem) return undefined;
  // It was read once, so what it held then is known.
  const had = file.settled && file.sha256 !== undefined && synced?.sha256 === file.sha256 ? synced : undefined;
  return {
    reason: { code: 'unreadable', error: file.problem, version: had && formatVersion(had.version) },
    // Since when that is so with a file that stood still is not known.
    sinceMs: file.settled ? undefined : file.sinceMs,
    next: live
      ? { code: 'readAgain', atMs: file.settled ? file.rereadDueMs : live.reading?.dueMs }
      : { code: 'whenRunning' },
    actions: [...actionsFor(file.problem), ...startSync(live)],
  };
}

export function beingRead({ file, live }: FileFacts): Explanation | undefined {
  if (file.settled) return undefined;
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
export function otherProgram({ file, programs }: FileFacts): Explanation | undefined {
  const { missing, sinceMs } = file;
  if (missing !== 'newerProgram' && missing !== 'undeclaredProgram') return undefined;
  const name = cadKindOf(file.path)?.application ?? '';
  const found = formatProgram({ name, version: file.programVersion ?? '' }).trim();
  const declared = programNamed(programs, name);
  return {
    reason:
      missing === 'newerProgram' && declared
        ? { code: 'newerProgram', found, declared: formatProgram(declared) }
        : { code: 'undeclaredProgram', found, declared: programs.map(formatProgram) },
    sinceMs,
    next: { code: 'afterYou' },
    actions: missing === 'newerProgram' ? ['raise-version', 'link-program'] : ['declare-program', 'link-program'],
  };
}

export function unassigned({ file }: FileFacts): Explanation | undefined {
  if (file.key !== undefined) return undefined;
  return {
    reason: { code: 'unassigned', missing: missingClasses.find((missing) => missing === file.missing) ?? 'both' },
    sinceMs: file.sinceMs,
    next: { code: 'afterYou' },
    actions: ['choose-class'],
  };
}

export function doublyClaimed({ rivals, file }: FileFacts): Explanation | undefined {
  if (rivals.length === 0) return undefined;
  return {
    reason: { code: 'doublyClaimed', rivals: [...rivals] },
    sinceMs: file.sinceMs,
    next: { code: 'afterYou' },
    actions: ['pick-file', 'move-or-reassign'],
  };
}
