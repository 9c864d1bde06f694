import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { formatContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ListedVersion } from '../remote/remote-items.ts';
import { failureOf, type MovedFile, type MoveParts } from './move-parts.ts';
import { planMove, type HistoryToSend, type MovePlan } from './plan-move.ts';
import { replayHistory } from './replay-history.ts';

/** So many files are sent at the same time; the versions of one go one after the other. */
const filesAtOnce = 4;

/** So often a file is compared and sent once more that changed on the service meanwhile. */
const mostTries = 3;

interface FailedFile extends MovedFile {
  readonly error: ErrorRecord;
}

interface MoveOutcome {
  /** Files of which the target has something else that is newer. */
  readonly left: readonly MovedFile[];
  /** Files of which the target lacks older versions than it has. */
  readonly olderLeft: readonly MovedFile[];
  /** Files of which some version could not be sent. */
  readonly failed: readonly FailedFile[];
}

/** Told how far it is. */
export interface MoveWatch {
  /** What is about to be sent; once more for what came meanwhile. */
  readonly onPlan: (plan: MovePlan) => void;
  readonly onSent: (version: ListedVersion) => void;
}

/**
 * Sends everything that the source has and the target has not, until nothing is left to send. It keeps no note of what
 * it sent: what the target has tells where to go on, also after a crash.
 * @throws AppError for what concerns all files (no connection, no license): what was sent by then stays
 */
export async function moveHistories(parts: MoveParts, watch: MoveWatch): Promise<MoveOutcome> {
  const failed = new Map<ContentKeyText, FailedFile>();
  const tries = new Map<ContentKeyText, number>();
  const sent = new Set<string>();
  for (;;) {
    const plan = await planMove(parts);
    for (const history of plan.toSend) {
      // Sending once more would go on without end.
      if (sent.has(firstOf(history))) failed.set(formatContentKey(history.key), failedFile(history, notListed()));
    }
    const toSend = plan.toSend.filter(({ key }) => !failed.has(formatContentKey(key)));
    watch.onPlan({ ...plan, toSend });
    if (toSend.length === 0) {
      const { left, olderLeft } = plan;
      return { left, olderLeft, failed: [...failed.values()] };
    }
    await forEachOf(toSend, parts.signal, async (history, signal) => {
      const key = formatContentKey(history.key);
      const error = await failureOf(replayHistory({ ...parts, signal }, history, watch.onSent));
      if (!error) return void sent.add(firstOf(history));
      const count = (tries.get(key) ?? 0) + 1;
      tries.set(key, count);
      const mayHaveMoved = error.code === 'base-version-outdated' || error.code === 'unknown-blob';
      if (!mayHaveMoved || count === mostTries) failed.set(key, failedFile(history, error));
    });
  }
}

const firstOf = ({ key, versions: [first] }: HistoryToSend): string =>
  `${formatContentKey(key)} ${first ? formatVersion(first.version) : ''}`;

const notListed = (): AppError =>
  new AppError('bytes-differ-on-service', { detail: 'It does not list a version that it accepted.' });

function failedFile({ key, name }: HistoryToSend, error: AppError): FailedFile {
  return { key, name, error: error.toRecord() };
}

/** Some at a time. Where one throws, the others are stopped and ended when this throws. */
async function forEachOf<T>(
  items: readonly T[],
  outer: AbortSignal,
  act: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const left = items.values();
  const failures: unknown[] = [];
  const lanes = Array.from({ length: filesAtOnce }, async () => {
    for (const item of left) {
      if (signal.aborted) return;
      await act(item, signal);
    }
  });
  await Promise.all(
    lanes.map((lane) =>
      lane.catch((error: unknown) => {
        failures.push(error);
        stop.abort();
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
  if (outer.aborted) throw new AppError('cancelled');
}
