import type { Settings } from '../../../shared/rpc/settings.ts';
import type { EngineOptions } from '../engine-options.ts';
import { createLibraryContext } from '../library/library-context.ts';
import type { TellOfLibrary } from '../library/library-event.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { Libraries } from '../state/libraries.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { createJudgement } from './judgement.ts';
import type { LibraryCycleOptions } from './cycle-parts.ts';
import { createLibraryRunner, type LibraryRunner } from './library-runner.ts';
import type { Runners } from './runners.ts';
import type { StepTaker } from './step-taker.ts';

/** Starts libraries: makes the runner of each, among the others, and says where its news go. */
export function createLibraryStart(parts: {
  readonly ports: Ports;
  readonly options: EngineOptions;
  readonly queue: Queue;
  readonly libraries: Pick<Libraries, 'get'>;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly runners: Runners;
  readonly settings: () => Settings;
  readonly finishConflicts: LibraryCycleOptions['finishConflicts'];
  readonly tell: TellOfLibrary;
}) {
  const { ports, options, queue, libraries, runners, tell } = parts;
  const { absenceGraceMs, listsEverything, rereadPeriodMs } = options;

  /** @returns `undefined` for one that was removed */
  return async (libraryId: string): Promise<LibraryRunner | undefined> => {
    await runners.resting.end(libraryId);
    const library = libraries.get(libraryId);
    if (!library) return undefined;
    const context = createLibraryContext({ ports, queue, absenceGraceMs, rereadPeriodMs }, library);
    const runner = createLibraryRunner({
      ...parts,
      context,
      judgement: createJudgement({ ports, queue, absenceGraceMs }, context),
      quietTimeOfRunMs: options.settings?.quietTimeMs,
      listsEverything,
      absenceGraceMs,
      tell: (event) => tell(context, event),
    });
    runners.add(runner);
    await runner.start(options.watch);
    return runner;
  };
}
