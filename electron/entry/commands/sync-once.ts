import { AppError, describeError, errorOf } from '../../../shared/errors/app-error.ts';
import type { EngineEvent } from '../../../shared/rpc/engine-event.ts';
import { commandInWords } from '../../../shared/words/explanations/english-speaker.ts';
import type { LibraryRunner } from '../../engine/cycle/library-runner.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Clock } from '../../engine/ports.ts';
import { createAnswerer } from './answer-changes.ts';
import type { Interrupt } from './listen-for-interrupt.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { endsByItself, endsByPersonOnly, exitCodeOfStall, whyStalled, type Stall } from './stall.ts';
import { showSyncProgress } from './sync-progress.ts';
import { describeSync, exitCodeOfSync, summarizeSync } from './sync-summary.ts';
import { isKnownLibrary } from './sync-library.ts';
import type { SyncOptions } from './sync.ts';

/** When nothing more gets through for this long, a run that is to end gives up; at once where only a person can end that. */
const giveUpMs = 20_000;

/** So long between two looks the computer slept, or the program stood still: nothing could get through. */
const standstillMs = 5_000;

/** When it is at rest is looked for this often: what is told of the engine is gathered for a while first. */
const restEveryMs = 10;

/** So many of what waits then are asked why. */
const lookedAtMost = 10_000;

const goesOn = { detail: 'What is waiting goes on with the next run.' };

const removedMeanwhile = { detail: 'Meanwhile somebody said that the folder is no library any more.' };

/** How many files went and came, from now on. To be asked for before the engine starts: its first may be through at once. */
export function countTransfers(engine: Engine): Readonly<Record<'uploaded' | 'downloaded', number>> {
  const done = { uploaded: 0, downloaded: 0 };
  engine.events.listen((event) => {
    if (event.kind !== 'activity') return;
    if (event.entry.kind === 'uploaded' || event.entry.kind === 'downloaded') done[event.entry.kind] += 1;
  });
  return done;
}

interface OneRun {
  readonly libraryId: string;
  readonly done: ReturnType<typeof countTransfers>;
  readonly interrupt: Interrupt;
  readonly clock: Pick<Clock, 'steadyMs'>;
}

/** What ended a run before it came to its end. */
interface Stop {
  readonly error: AppError;
  /** Nothing where it keeps nobody from what else needs them: the summary counts then. */
  readonly exitCode?: number;
}

const interrupted = (): Stop => ({ error: new AppError('cancelled', goesOn), exitCode: exitCodes.failed });

const gone = (): Stop => ({ error: new AppError('unknown-item', removedMeanwhile), exitCode: exitCodes.failed });

function stalled(stall: Stall): Stop {
  const error = whyStalled(stall);
  return { error, exitCode: exitCodeOfStall(error) };
}

/** Syncs until nothing is left to do, or until it is interrupted, and tells how it stands then. @returns the exit code */
export async function runOnce(
  engine: Engine,
  { libraryId, done, interrupt, clock }: OneRun,
  { json, manyChanges }: SyncOptions,
): Promise<number> {
  const silence = createSilence(clock);
  const stopLooking: (() => void)[] = [];
  const onEvent = ({ kind }: EngineEvent): void => {
    if (kind === 'progress' || kind === 'activity') silence.end();
  };
  stopLooking.push(engine.events.listen(onEvent));
  const answer = createAnswerer(engine, libraryId, manyChanges);
  const stop = await new Promise<Stop | undefined>((resolve) => {
    const look = (): void => {
      silence.look();
      // What a command says of the library meanwhile may have started it again, or ended it.
      const [runner] = engine.runners();
      if (!runner) return isKnownLibrary(engine, libraryId) ? undefined : resolve(gone());
      answer();
      // Asking once more a service that does not answer is no progress; reading the folder is.
      if (runner.isLooking() && (runner.isReading() || !engine.gate.error)) silence.end();
      if (runner.context.settings().isPaused) return resolve({ error: new AppError('library-paused') });
      const problem = engine.gate.isRefused() ? engine.gate.error : runner.problem;
      // Such as a file in the library that has to be repaired: it is the person's turn.
      if (problem) resolve({ error: errorOf(problem), exitCode: exitCodes.needsPerson });
      else if (engine.isIdle()) resolve(undefined);
      else if (engine.transfers.running() > 0) return;
      else if (silence.lastsMs() > giveUpMs || (runner.isQuiet() && waitsForPerson(engine, runner))) {
        const stall = readStall(engine, runner);
        if (!endsByItself(stall)) resolve(stalled(stall));
      }
    };
    stopLooking.push(engine.onStatusChange(look));
    stopLooking.push(showSyncProgress(engine));
    // Giving up is about nothing happening, which no event can tell.
    const timer = setInterval(look, 250);
    const restTimer = setInterval(() => void (engine.isIdle() && look()), restEveryMs);
    stopLooking.push(() => [timer, restTimer].forEach(clearInterval));
    void interrupt.asked.then(() => resolve(interrupted()));
    look();
  });
  for (const stop of stopLooking) stop();
  if (!isKnownLibrary(engine, libraryId)) throw stop?.error ?? gone().error;
  const summary = summarizeSync(engine, libraryId, done);
  printResult(json, stop ? { ...summary, error: stop.error.toRecord() } : summary, () => describeSync(summary));
  if (stop) {
    printNote([describeError(stop.error), commandInWords(stop.error.action)].filter(Boolean).join(' '));
    return stop.exitCode ?? exitCodeOfSync(summary, ['held']);
  }
  return exitCodeOfSync(summary);
}

/** For how long nothing got through; a sleep of the computer begins it anew. */
function createSilence(clock: Pick<Clock, 'steadyMs'>) {
  let lastProgressMs = clock.steadyMs();
  let lastLookMs = lastProgressMs;
  return {
    end: (): void => void (lastProgressMs = clock.steadyMs()),
    look(): void {
      const nowMs = clock.steadyMs();
      if (nowMs - lastLookMs > standstillMs) lastProgressMs = nowMs;
      lastLookMs = nowMs;
    },
    lastsMs: (): number => clock.steadyMs() - lastProgressMs,
  };
}

function waitsForPerson(engine: Engine, runner: LibraryRunner): boolean {
  const stall = readStall(engine, runner);
  return endsByPersonOnly(stall) && stall.waiting.length === engine.queue.waiting([runner.context.library.libraryId]);
}

function readStall(engine: Engine, { context, poll }: LibraryRunner): Stall {
  return {
    connection: engine.gate.error ?? poll.problem,
    waiting: engine.queue
      .unfinished(context.library.libraryId, lookedAtMost)
      .map((entry) => ({ title: engine.titleOf(entry), key: entry.key, attempts: entry.attempts, error: entry.error })),
  };
}
