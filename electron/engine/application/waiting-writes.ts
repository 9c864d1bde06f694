import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { z } from 'zod';
import type { ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import type { standing } from '../../../shared/rpc/service-records.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import type { Engine } from '../engine.ts';
import { createSignal } from '../../../shared/model/signal.ts';
import type { AddInsPort, AskedTicket, EndedWrite, KeptWrite, KeptWrites, WriteNews } from './add-in-ports.ts';
import type { CommandWrites } from './command-writes.ts';
import type { ServiceAtHand } from './connection-ports.ts';

export interface WaitingWriteParts {
  readonly engine: Pick<Engine, 'gate' | 'activity' | 'events'>;
  readonly host: AddInsPort;
  readonly connected: () => ServiceAtHand | undefined;
  /** Whether what waits goes out from here; else it is only looked at. */
  readonly sends: boolean;
  readonly now: () => number;
  /** What a person calls a filter by now, by the id that it was given meanwhile. */
  readonly selectionName?: (serviceId: string, filterId: string) => string | undefined;
}

/** Ids that were given meanwhile for a service and now stand for nothing. */
interface GivenUp {
  readonly serviceId: string;
  readonly ids: readonly string[];
}

/** What people and add-ins wrote while the service could not be asked. */
export function createWaitingWrites(parts: WaitingWriteParts) {
  const { engine, host, connected, sends } = parts;
  const news = createNews(engine);
  const tell = (told: WriteNews): void => {
    if (told.kind !== 'queued') note(parts, activityOf[told.write.madeBy][told.kind], told);
    news.noteChange();
  };
  const open = (): KeptWrites => host.open({ connected, sends, reach: engine.gate, tell });
  const { opened, kept, listed, problem } = createOpening(open, () => host.hasWrites());

  return {
    ...{ opened, problem },
    ...news,

    /** Opens what waits, where anything does; where that cannot be read, `problem` says so. */
    openKept(): void {
      try {
        if (host.hasWrites()) opened();
      } catch {
        news.noteChange();
      }
    },

    /** Resolves when nothing more can be done now. */
    run: async (): Promise<void> => kept()?.run(),
    close: async (): Promise<void> => kept()?.close(),
    waitingFor: (serviceId: string | undefined): readonly string[] => kept()?.waitingFor(serviceId) ?? [],

    ...createIds(parts, kept),

    /**
     * The service for a person: what cannot be done there now waits.
     * @param direct asks the service itself, for what can be read while what waits cannot be
     */
    personal(direct: ViewCaller): ViewCaller {
      try {
        return opened().personal;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return direct;
      }
    },

    /** @param serviceId only what waits for this service; all, where none is named */
    counts(serviceId?: string) {
      // How much it is nobody knows, and a person has to see to it.
      if (problem()) return { waiting: 0, needsAttention: 1 };
      const isMeant = (write: KeptWrite): boolean => write.serviceId === (serviceId ?? write.serviceId);
      const known = (kept()?.list() ?? []).filter(isMeant);
      const needsAttention = known.filter(({ isStuck }) => isStuck).length;
      return { waiting: known.length - needsAttention, needsAttention };
    },

    list: (): WaitingWrite[] => listed().map((write) => recordOf(parts, write)),

    /** Tries again what was refused: one of them, or all. */
    retry(writeId?: number): void {
      if (listed().length > 0) opened().retry(writeId);
      news.noteChange();
    },

    /** @throws AppError `unknown-item` */
    discard: (writeId: number): Promise<void> => discard({ parts, opened, listed, news }, writeId),
  };
}

/**
 * What waits, and whether it can be read; it is opened when it is first needed.
 * @param hasWrites whether anything was ever written
 */
function createOpening(open: () => KeptWrites, hasWrites: () => boolean) {
  let kept: KeptWrites | undefined;
  let problem: ErrorRecord | undefined;

  /** @throws AppError `writes-unreadable` */
  function opened(): KeptWrites {
    try {
      kept ??= open();
      problem = undefined;
      return kept;
    } catch (error) {
      problem = toAppError(error).toRecord();
      throw error;
    }
  }

  return {
    opened,
    kept: (): KeptWrites | undefined => kept,
    listed: (): readonly KeptWrite[] => (kept || hasWrites() ? opened().list() : []),
    /** Why what waits could not be opened, where that was tried. */
    problem: (): ErrorRecord | undefined => problem,
  };
}

interface Discarding {
  readonly parts: WaitingWriteParts;
  readonly opened: () => KeptWrites;
  readonly listed: () => readonly KeptWrite[];
  readonly news: ReturnType<typeof createNews>;
}

async function discard({ parts, opened, listed, news }: Discarding, writeId: number): Promise<void> {
  const before = listed();
  const discarded = before.find((write) => write.writeId === writeId);
  if (!discarded) throw new AppError('unknown-item');
  // What is given up is so at once; something else may be sent while its bytes are removed.
  const removed = opened().discard(writeId);
  const left = listed();
  const gone = before.filter(({ writeId: id }) => !left.some((write) => write.writeId === id));
  for (const write of gone) note(parts, 'writeDiscarded', { write });
  // An id that another write still gives stands for that.
  const ids = gone.flatMap(({ gives }) => (left.some((write) => write.gives === gives) ? [] : (gives ?? [])));
  news.giveUp({ serviceId: discarded.serviceId, ids });
  news.noteChange();
  await removed;
}

function createNews({ events }: WaitingWriteParts['engine']) {
  const changed = createSignal<void>();
  const givenUp = createSignal<GivenUp>();
  return {
    noteChange(): void {
      events.emit({ kind: 'queue' });
      changed.tell();
    },
    /** Calls back when anything that is shown may have changed. */
    onChange: changed.listen,
    giveUp: givenUp.tell,
    /** Calls back when something is given up. */
    onGivenUp: givenUp.listen,
  };
}

/** What waits, by its service, and what the ids stand for that were given while that could not be asked. */
function createIds(parts: WaitingWriteParts, kept: () => KeptWrites | undefined) {
  const at = (serviceId: string): readonly KeptWrite[] =>
    (kept()?.list() ?? []).filter((write) => write.serviceId === serviceId);
  return {
    /** What a service does not have yet, as a person calls it, with the reason where it refused that. */
    standingAt: (serviceId: string): { readonly name: string; readonly error?: ErrorRecord }[] =>
      at(serviceId).map((write) => ({
        name: titleOf(parts, write) || write.operation,
        ...(write.error ? { error: write.error } : {}),
      })),

    /** What stands now for an id that was given meanwhile; any other id for itself. */
    meaningOf: (serviceId: string, id: string): string => kept()?.meaningOf(serviceId, id) ?? id,

    /** Tells of ids how what they stand for stands at a service. What waits is read once, however many are asked about. */
    standingsOf(serviceId: string): (id: string) => Standing {
      const writes = at(serviceId);
      return (id) => standingOf(writes.filter(({ gives }) => gives === id));
    },

    /** Tells of validations how they stand, as `standingsOf` does of ids. */
    ticketStandingsOf(serviceId: string): (asked: AskedTicket) => Standing {
      const writes = at(serviceId);
      return (asked) => standingOf(writes.filter(({ ticket }) => ticket !== undefined && isSameTicket(ticket, asked)));
    },
  };
}

function isSameTicket(one: AskedTicket, other: AskedTicket): boolean {
  return (['projectId', 'ticketNumber', 'selectionBlobId'] as const).every((part) => one[part] === other[part]);
}

/** How something stands that the service may not have yet; empty where nothing of it waits. */
type Standing = z.output<typeof standing>;

function standingOf(writes: readonly KeptWrite[]): Standing {
  if (writes.length === 0) return {};
  return writes.every(({ isStuck }) => isStuck) ? { refused: true } : { waits: true };
}

export type WaitingWrites = ReturnType<typeof createWaitingWrites>;

/** What a command and a window ask. */
export type WaitingWriteCalls = Pick<WaitingWrites, 'list' | 'retry' | 'discard'> & CommandWrites;

const activityOf = {
  person: { sent: 'writeSent', refused: 'writeRefused' },
  addIn: { sent: 'addInSent', refused: 'addInRefused' },
} as const;

/** They may have renamed it since they asked for it. */
function titleOf({ selectionName }: WaitingWriteParts, { operation, serviceId, gives, title }: EndedWrite): string {
  if (operation !== 'storeFilter' || gives === undefined) return title;
  return selectionName?.(serviceId, gives) ?? title;
}

function note(
  parts: WaitingWriteParts,
  kind: ActivityRecord['kind'],
  about: { readonly write: EndedWrite; readonly error?: AppError | undefined },
): void {
  const { engine, now } = parts;
  const title = titleOf(parts, about.write);
  const error = about.error?.toRecord();
  const record = { atMs: now(), kind, title, ...(error ? { error } : {}) };
  engine.events.emit({ kind: 'activity', entry: engine.activity.add(undefined, record) });
}

function recordOf(parts: WaitingWriteParts, write: KeptWrite): WaitingWrite {
  const { serviceId: own, madeMs: madeAtMs, gives: _id, ticket: _ticket, error, ...shown } = write;
  return {
    ...shown,
    title: titleOf(parts, write),
    madeAtMs,
    ...(error ? { error } : {}),
    ...(own === (parts.connected()?.serviceId ?? own) ? {} : { otherService: own }),
  };
}
