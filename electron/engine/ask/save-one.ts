import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { SavingRecord } from '../../../shared/rpc/selection-records.ts';
import type { PersonFilesPort } from '../application/host-ports.ts';
import type { EventHub } from '../event-hub.ts';
import type { Clock } from '../ports.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { ChosenPlace, KeptErrands, SavingErrand } from '../state/saving-errands.ts';
import { createAge } from './products.ts';
import { openSavedBytes } from './saved-bytes.ts';

/** The service that is connected. */
export interface ServiceAtHand {
  readonly serviceId: string;
  /** Asks this service; `cancelled` once another one is connected. @throws AppError `not-connected` */
  views(): ViewCaller;
}

export interface SavingPorts {
  /** `undefined` while none is connected. */
  readonly connected: () => ServiceAtHand | undefined;
  /** The engine's one opinion of the way to it. */
  readonly reach: Pick<ConnectionGate, 'mayTry' | 'nextTryMs' | 'noteSuccess' | 'noteFailure'>;
  /** Whether something waits to be sent that a person saved or published: what waits to be saved may be about it. */
  readonly isSending: () => boolean;
  /** What is still to be saved, across restarts. */
  readonly errands: KeptErrands;
  /** What the person calls a filter, where it is kept by a name. */
  readonly selectionName: (filterId: string) => string | undefined;
  /** `undefined` where the person chose none. */
  readonly choosePlace: (suggestedName: string) => Promise<ChosenPlace | undefined>;
  readonly files: Pick<PersonFilesPort, 'save' | 'look'>;
  readonly reveal: (path: string) => Promise<void>;
  readonly events: Pick<EventHub, 'emit'>;
  readonly clock: Pick<Clock, 'now' | 'steadyMs' | 'after'>;
}

/** Progress is told at most this often. */
const toldEveryMs = 200;
/** So often an answer may break off, so far apart, until a person is told. */
const mostBreaks = 3;

/** How one try ended. */
export type Outcome =
  | { readonly kind: 'ended'; readonly record: SavingRecord }
  | { readonly kind: 'waits'; readonly error?: AppError; readonly breaks: number };

interface Run {
  readonly service: ServiceAtHand;
  readonly errand: SavingErrand;
  readonly signal: AbortSignal;
}

/** Tries to save what the service answers. Never rejects. */
export async function saveOne(ports: SavingPorts, run: Run, tell: (record: SavingRecord) => void): Promise<Outcome> {
  const { errandId, place, breaks = 0 } = run.errand;
  const { fileName } = place;
  try {
    const saved = (await savedBefore(ports, run.errand)) ?? (await fetchAndSave(ports, run, tell));
    return { kind: 'ended', record: { state: 'saved', errandId, fileName, path: place.path, ...saved } };
  } catch (thrown) {
    const error = run.signal.aborted ? new AppError('cancelled') : toAppError(thrown);
    // The connection was changed, and nobody gave it up: it waits for the service it was asked of.
    if (error.code === 'cancelled' && !run.signal.aborted) return { kind: 'waits', breaks };
    const cutOff = cutOffOf(error.code);
    if (cutOff !== undefined) ports.reach.noteFailure(error);
    // Who has to sign in is told so at once.
    if (cutOff !== undefined && cutOff !== 'signedOut') return { kind: 'waits', error, breaks };
    if (error.code === 'answer-incomplete' && breaks + 1 < mostBreaks)
      return { kind: 'waits', error, breaks: breaks + 1 };
    return { kind: 'ended', record: failedRecord(run.errand, error) };
  }
}

export function failedRecord({ errandId, thing, place: { fileName } }: SavingErrand, error: AppError): SavingRecord {
  const isUnnamed = thing.kind === 'attachment' && !thing.attachment;
  return { state: 'failed', errandId, fileName, ...(isUnnamed ? { isUnnamed } : {}), error: error.toRecord() };
}

/** `asOfMs`: when the service said so, where it could not be asked now. */
type Saved = Pick<Extract<SavingRecord, { state: 'saved' }>, 'sizeBytes' | 'asOfMs'>;

/** The app may have gone down between the file's becoming visible and the note that it is done. */
async function savedBefore(ports: SavingPorts, errand: SavingErrand): Promise<Saved | undefined> {
  const { place, arrivedBytes, askedMs } = errand;
  if (arrivedBytes === undefined) return undefined;
  const found = await ports.files.look(place.path);
  return found?.sizeBytes === arrivedBytes && found.changedMs >= askedMs ? { sizeBytes: arrivedBytes } : undefined;
}

async function fetchAndSave(ports: SavingPorts, run: Run, tell: (record: SavingRecord) => void): Promise<Saved> {
  const { service, errand, signal } = run;
  const { errandId, place, thing, askedMs } = errand;
  const { fileName } = place;
  const { options, asOf } = createAge();
  const { bytes, sizeBytes: announced } = await openSavedBytes(service.views(), thing, { ...options, signal });
  tell({ state: 'running', errandId, fileName, receivedBytes: 0, sizeBytes: announced });
  let toldMs = -Infinity;
  const noteWhole = (arrivedBytes: number): void => ports.errands.note(errand, { arrivedBytes });
  // What a person agreed to replace is the file that stood there then.
  const agreed = { ...place, ...(place.mayReplace ? { agreedMs: askedMs } : {}) };
  const sizeBytes = await ports.files.save(agreed, untilAborted(bytes, signal, noteWhole), (receivedBytes) => {
    const nowMs = ports.clock.steadyMs();
    if (nowMs - toldMs < toldEveryMs) return;
    toldMs = nowMs;
    tell({ state: 'running', errandId, fileName, receivedBytes, sizeBytes: announced });
  });
  const age = asOf();
  if (age.asOfMs === undefined) ports.reach.noteSuccess();
  return { sizeBytes, ...age };
}

async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onWhole: (sizeBytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let sizeBytes = 0;
  for await (const piece of bytes) {
    if (signal.aborted) throw new AppError('cancelled');
    sizeBytes += piece.byteLength;
    yield piece;
  }
  if (signal.aborted) throw new AppError('cancelled');
  onWhole(sizeBytes);
}
