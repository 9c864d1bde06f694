import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { SavedThing, SavingRecord } from '../../../shared/rpc/selection-records.ts';
import type { SavingErrand } from '../state/saving-errands.ts';
import { failedRecord, saveOne, type Outcome, type SavingPorts, type ServiceAtHand } from './save-one.ts';
import { suggestedNameOf } from './saved-bytes.ts';

const shortestWaitMs = 1_000;
/** So long what is being sent goes first; longer than that people do not wait. */
const longestHoldMs = 60_000;

/**
 * Saves what the service answers with bytes to files that a person names, one at a time. What the service cannot give
 * now waits, also for the next start of the app, and is saved as soon as it can.
 */
export function createSaving(ports: SavingPorts) {
  const { clock, errands } = ports;
  const telling = createTelling(ports);
  const runs = createRuns(ports, telling);
  let isChoosing = false;

  return {
    current: telling.current,
    goOn: runs.goOn,
    cancel: (errandId: number): void => runs.cancel(errandId),
    close: (): Promise<void> => runs.close(),

    /** Names of the files that wait for a service. */
    waitingFor: (serviceId: string): string[] => errands.of(serviceId).map(({ place }) => place.fileName),

    /** Whether something waits for the service that is connected. */
    isAwaited: (): boolean => runs.waiting().length > 0,

    /**
     * Asks for the place and begins; how it goes is told by events.
     * @returns whether it began
     * @throws AppError `saving-under-way`, `not-connected`
     */
    async start(thing: SavedThing): Promise<boolean> {
      if (isChoosing || runs.isOn()) throw new AppError('saving-under-way');
      const serviceId = ports.connected()?.serviceId;
      if (serviceId === undefined) throw new AppError('not-connected');
      isChoosing = true;
      try {
        const place = await ports.choosePlace(suggestedNameOf(thing, ports.selectionName));
        if (!place) return false;
        runs.begin(errands.add({ thing, place, serviceId, askedMs: clock.now() }));
        return true;
      } finally {
        isChoosing = false;
      }
    },

    /** @throws AppError `unknown-item` where nothing was saved in this run */
    async reveal(): Promise<void> {
      const saved = telling.current();
      if (saved?.state !== 'saved') throw new AppError('unknown-item');
      await ports.reveal(saved.path);
    },
  };
}

/** One try at a time, and the time of the next one. */
function createRuns(ports: SavingPorts, telling: Telling) {
  const { errands, reach } = ports;
  const hold = createHold(ports);
  const attempt = createAttempt(ports, telling);
  const timer = createRetryTimer(ports);
  let isClosed = false;

  const waiting = (): readonly SavingErrand[] => errands.of(ports.connected()?.serviceId);

  /** Saves what waits, as far as the service can be asked now. */
  function goOn(): void {
    const [next] = waiting();
    if (attempt.isOn() || isClosed || !next) return;
    if (telling.current() === undefined) telling.tellWaiting(waiting());
    if (reach.mayTry() && !hold.isOn()) begin(next);
    else timer.set(goOn);
  }

  function begin(errand: SavingErrand): void {
    // While its place was chosen, one that waited may have begun, or another service was connected: it waits now, too.
    if (attempt.isOn()) return;
    const service = ports.connected();
    if (service?.serviceId !== errand.serviceId) return telling.tellWaiting(errands.of(errand.serviceId));
    timer.end();
    hold.end();
    // Whoever ends the app has not given up what is being saved.
    attempt.begin(service, errand, (outcome) => void (isClosed || end(errand, outcome)));
  }

  function end(errand: SavingErrand, outcome: Outcome): void {
    const failure = noteOutcome(errands, errand, outcome);
    if (failure) return telling.tellFailed(errand, failure);
    telling.tellOutcome(outcome, errands.of(errand.serviceId));
    if (outcome.kind === 'ended') goOn();
    else timer.set(goOn);
  }

  return {
    waiting,
    goOn,
    begin,
    isOn: attempt.isOn,

    /** Gives it up, whether it runs or waits, for whichever service. @throws AppError `unknown-item` where it ended */
    cancel(errandId: number): void {
      if (attempt.errandId() === errandId) return attempt.abort();
      const errand = errands.get(errandId);
      errands.end(errand);
      // What runs goes on being shown.
      if (attempt.isOn()) return;
      telling.tellFailed(errand, new AppError('cancelled'));
      goOn();
    },

    async close(): Promise<void> {
      isClosed = true;
      timer.end();
      attempt.abort();
      await attempt.ended();
    },
  };
}

/** One try, and no other at the same time. */
function createAttempt(ports: SavingPorts, telling: Telling) {
  let running:
    | { readonly errandId: number; readonly cancel: AbortController; readonly ended: Promise<void> }
    | undefined;
  return {
    isOn: (): boolean => running !== undefined,
    errandId: (): number | undefined => running?.errandId,
    begin(service: ServiceAtHand, errand: SavingErrand, onEnd: (outcome: Outcome) => void): void {
      telling.tellBegin(errand);
      const cancel = new AbortController();
      const ended = saveOne(ports, { service, errand, signal: cancel.signal }, telling.tell).then((outcome) => {
        running = undefined;
        onEnd(outcome);
      });
      running = { errandId: errand.errandId, cancel, ended };
    },
    abort: (): void => running?.cancel.abort(),
    ended: async (): Promise<void> => running?.ended,
  };
}

/** @returns why the state cannot be written: then it is tried again at the next start */
function noteOutcome(errands: SavingPorts['errands'], errand: SavingErrand, outcome: Outcome): AppError | undefined {
  try {
    if (outcome.kind === 'waits') errands.note(errand, { breaks: outcome.breaks });
    else errands.end(errand);
    return undefined;
  } catch (thrown) {
    return toAppError(thrown);
  }
}

/** When the service may be asked next. */
function createRetryTimer({ clock, reach }: SavingPorts) {
  let takeBack = (): void => undefined;
  return {
    end: (): void => takeBack(),
    set(callback: () => void): void {
      takeBack();
      const waitMs = reach.nextTryMs() - clock.steadyMs();
      if (Number.isFinite(waitMs)) takeBack = clock.after(Math.max(shortestWaitMs, waitMs), callback);
    },
  };
}

/** What was saved and published before goes before it: it may be about that. */
function createHold({ isSending, clock }: SavingPorts) {
  let sinceMs: number | undefined;
  return {
    isOn(): boolean {
      sinceMs = isSending() ? (sinceMs ?? clock.steadyMs()) : undefined;
      return sinceMs !== undefined && clock.steadyMs() - sinceMs < longestHoldMs;
    },
    end: (): void => void (sinceMs = undefined),
  };
}

type Telling = ReturnType<typeof createTelling>;

function createTelling({ events }: Pick<SavingPorts, 'events'>) {
  let current: SavingRecord | undefined;
  const tell = (next: SavingRecord): void => {
    current = next;
    events.emit({ kind: 'saving', saving: next });
  };
  /** Who dismissed it is not told of every try. */
  const tellWaiting = (waiting: readonly SavingErrand[], error?: AppError): void => {
    const record = waitingRecord(waiting, error);
    if (record && !saysTheSame(record, current)) tell(record);
  };
  return {
    tell,
    current: (): SavingRecord | undefined => current,
    /** What is told to wait goes on waiting, as far as is told, until bytes come. */
    tellBegin({ errandId, place: { fileName } }: SavingErrand): void {
      if (current?.state === 'waiting' && current.errandId === errandId) return;
      tell({ state: 'running', errandId, fileName, receivedBytes: 0 });
    },
    tellWaiting,
    tellOutcome(outcome: Outcome, waiting: readonly SavingErrand[]): void {
      if (outcome.kind === 'ended') tell(outcome.record);
      else tellWaiting(waiting, outcome.error);
    },
    tellFailed: (errand: SavingErrand, error: AppError): void => tell(failedRecord(errand, error)),
  };
}

function waitingRecord([first, ...more]: readonly SavingErrand[], error?: AppError): SavingRecord | undefined {
  if (!first) return undefined;
  const { errandId, place } = first;
  const told = error ? { error: error.toRecord() } : {};
  return { state: 'waiting', errandId, fileName: place.fileName, fileCount: 1 + more.length, ...told };
}

function saysTheSame(one: SavingRecord, other: SavingRecord | undefined): boolean {
  if (one.state !== 'waiting' || other?.state !== 'waiting') return false;
  return one.errandId === other.errandId && one.fileCount === other.fileCount && one.error?.code === other.error?.code;
}
