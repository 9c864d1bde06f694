import { isCutOff } from '../../../shared/errors/reachability.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { Explanation, ExplainedOperation } from '../../../shared/rpc/explanation.ts';
import type { VerdictOf } from '../judge/verdict.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { actionsFor, startSync, toSignIn } from './actions.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { FileFacts, QueuedFacts } from './file-facts.ts';
import { isRefusal } from './in-step.ts';

/** Reasons that lie between library and service: what is queued, what stops it, what a person has to decide. */

export function notConnected({ hasService, file }: FileFacts): Explanation | undefined {
  if (hasService) return undefined;
  const next = { code: 'afterYou' } as const;
  return { reason: { code: 'notConnected' }, sinceMs: file.sinceMs, next, actions: ['check-connection'] };
}

export function conflict({ conflict: found }: FileFacts, { theirVersion }: VerdictOf<'conflict'>): Explanation {
  return {
    reason: {
      code: 'conflict',
      theirVersion: formatVersion(theirVersion),
      theirChangedAtMs: found?.theirChangedMs,
    },
    sinceMs: found?.foundMs,
    next: { code: 'afterYou' },
    actions: ['resolve-conflict'],
  };
}

export function sending({ transfer, release }: FileFacts): Explanation | undefined {
  const running = [transfer, release].find((queuedFacts) => queuedFacts?.entry.state === 'running');
  if (!running) return undefined;
  const { entry } = running;
  return {
    reason: { code: 'sending', operation: operationOf(entry) },
    sinceMs: entry.createdMs,
    next: { code: 'nothing' },
    actions: [],
    entryId: entry.entryId,
  };
}

export function parked({ transfer, release, live }: FileFacts, { error, operation }: VerdictOf<'parked'>): Explanation {
  const isMeant = (queuedFacts: QueuedFacts | undefined): boolean => queuedFacts?.entry.error?.code === error.code;
  const entry = [transfer, release].find(isMeant)?.entry;
  const { entryId, createdMs: sinceMs } = entry ?? {};
  const next = nextOfParked(entry, live);
  if (error.code === 'license-code-rejected') {
    return { reason: { code: 'licenseRejected', operation }, sinceMs, next, actions: ['enter-license-code'], entryId };
  }
  const reason = { code: 'needsPerson', operation, error } as const;
  const more = entry?.isTimed ? (live ? (['try-now'] as const) : startSync(live)) : [];
  return { reason, sinceMs, next, actions: [...actionsFor(error), ...more], entryId };
}

/** What is tried again goes on by itself once a person has done what it waits for. */
function nextOfParked(entry: QueueEntry | undefined, live: LibraryFacts | undefined): Explanation['next'] {
  if (!entry?.isTimed) return { code: 'afterYou' };
  return live ? { code: 'triedAgain', atMs: entry.nextTryMs } : { code: 'whenRunning' };
}

/** The settings of the library keep it from being sent, or a newer version from being fetched. */
export function heldBack({ synced, file }: FileFacts, verdict: VerdictOf<'heldBack'>): Explanation {
  const { would, because } = verdict;
  const isPublished = because === 'onPublish';
  // What would be sent although both sides agreed on just that, the service has lost.
  const lost = synced?.sha256 === file.sha256 ? synced?.version : undefined;
  const version = would === 'upload' ? lost : verdict.version;
  return {
    reason: { code: 'heldBack', would, because, version: version && formatVersion(version) },
    sinceMs: would === 'upload' ? file.sinceMs : synced?.agreedMs,
    next: { code: isPublished ? 'afterYou' : 'nothing' },
    actions: isPublished ? ['publish'] : [],
  };
}

/** Local file, service and what was agreed differ, so something is still to be done: what it waits for. */
export function pending(facts: FileFacts): Explanation {
  return (
    cutOff(facts) ??
    notComparedYet(facts) ??
    afterOtherFile(facts) ??
    notRunning(facts) ??
    retrying(facts) ??
    queued(facts) ??
    beingCompared(facts)
  );
}

function notRunning({ live, file, cutOff: stop }: FileFacts): Explanation | undefined {
  if (live) return undefined;
  const next = { code: 'whenRunning' } as const;
  if (stop && isRefusal(stop.error)) {
    const { error, sinceMs } = stop;
    return { reason: { code: 'signInRefused', error }, sinceMs, next, actions: [...toSignIn(error), 'start-sync'] };
  }
  return { reason: { code: 'notRunning' }, sinceMs: file.sinceMs, next, actions: ['start-sync'] };
}

/** The service does not let anything through: it refuses, cannot be reached, or asked to wait. */
function cutOff(facts: FileFacts): Explanation | undefined {
  const connection = facts.live?.connection;
  if (!connection || !isCutOff(connection.state)) return undefined;
  const { error, offlineSinceMs: sinceMs } = connection;
  const entryId = facts.transfer?.entry.entryId;
  if (connection.state === 'signedOut') {
    const reason = { code: 'signInRefused', error } as const;
    return { reason, sinceMs, next: nextAfterRefusal(connection), actions: toSignIn(error), entryId };
  }
  const operation = wantedOperation(facts);
  const next = { code: 'serviceAskedAgain', atMs: connection.nextTryMs } as const;
  if (connection.state === 'limited') {
    return { reason: { code: 'askedToWait', operation }, sinceMs, next, actions: [], entryId };
  }
  return { reason: { code: 'offline', operation, error }, sinceMs, next, actions: ['try-now'], entryId };
}

/** A service that refused an id and secret may take them later; without a secret nothing can be tried. */
function nextAfterRefusal({ nextTryMs: atMs }: LibraryFacts['connection']): Explanation['next'] {
  return Number.isFinite(atMs) ? { code: 'serviceAskedAgain', atMs } : { code: 'afterYou' };
}

function notComparedYet({ live }: FileFacts): Explanation | undefined {
  if (!live || live.ready) return undefined;
  const { error, dueMs } = live.poll;
  const next = error ? ({ code: 'serviceAskedAgain', atMs: dueMs } as const) : ({ code: 'whenCompared' } as const);
  return { reason: { code: 'notComparedYet', error }, next, actions: error ? ['try-now'] : [] };
}

function retrying({ transfer }: FileFacts): Explanation | undefined {
  if (transfer?.entry.state !== 'retrying') return undefined;
  const { entry } = transfer;
  const isOpen = entry.error?.code === 'file-in-use';
  return {
    reason: isOpen
      ? { code: 'openInProgram' }
      : { code: 'retrying', operation: operationOf(entry), attempts: entry.attempts, error: entry.error },
    sinceMs: entry.createdMs,
    next: { code: 'triedAgain', atMs: entry.nextTryMs },
    actions: ['try-now'],
    entryId: entry.entryId,
  };
}

function queued({ transfer }: FileFacts): Explanation | undefined {
  if (!transfer) return undefined;
  return {
    reason: { code: 'queued', operation: operationOf(transfer.entry), ahead: transfer.ahead() },
    sinceMs: transfer.entry.createdMs,
    next: { code: 'inTurn' },
    actions: [],
    entryId: transfer.entry.entryId,
  };
}

/** What is to be sent and is not the file both sides know waits until the other one is known. */
function afterOtherFile({ live, file, synced, transfer, unreadRival }: FileFacts): Explanation | undefined {
  const path = synced?.path !== file.path && !transfer ? unreadRival() : undefined;
  if (path === undefined) return undefined;
  return {
    reason: { code: 'afterOtherFile', path },
    sinceMs: file.sinceMs,
    next: { code: live ? 'whenOtherRead' : 'whenRunning' },
    actions: [],
  };
}

function beingCompared({ file }: FileFacts): Explanation {
  return { reason: { code: 'beingCompared' }, sinceMs: file.sinceMs, next: { code: 'whenCompared' }, actions: [] };
}

function wantedOperation({ transfer, remote, synced, file }: FileFacts): ExplainedOperation {
  if (transfer) return operationOf(transfer.entry);
  const isChangedHere = !synced || synced.sha256 !== file.sha256;
  return isChangedHere || !remote ? 'upload' : 'download';
}

export function releaseQueued(
  { release, synced, live }: FileFacts,
  verdict: VerdictOf<'inStep' | 'asFollowed'>,
): Explanation | undefined {
  // What a person asked for may be about a save of before; these bytes are then as they are.
  if (verdict.release !== 'these' || !release || !synced) return undefined;
  const { entry } = release;
  return {
    reason: { code: 'releaseQueued', version: formatVersion(synced.version) },
    sinceMs: entry.createdMs,
    next: nextOfQueued(release, live),
    actions: live && live.connection.state !== 'online' ? ['try-now'] : startSync(live),
    entryId: entry.entryId,
  };
}

function nextOfQueued({ entry }: QueuedFacts, live: LibraryFacts | undefined): Explanation['next'] {
  if (!live) return { code: 'whenRunning' };
  if (live.connection.state === 'signedOut') return nextAfterRefusal(live.connection);
  if (isCutOff(live.connection.state)) return { code: 'serviceAskedAgain', atMs: live.connection.nextTryMs };
  return entry.state === 'retrying' ? { code: 'triedAgain', atMs: entry.nextTryMs } : { code: 'published' };
}

function operationOf({ intent }: QueueEntry): ExplainedOperation {
  return intent.operation === 'fetchTheirs' ? 'compare' : intent.operation;
}
