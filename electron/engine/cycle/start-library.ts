import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { createLastStops } from '../state/settings-store.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { EngineOptions } from '../engine-options.ts';
import { createGainedClasses } from './gained-classes.ts';
import { createJudgement } from './judgement.ts';
import { createLibraryContext } from '../library/library-context.ts';
import { createLibraryRunner, type LibraryRunner } from './library-runner.ts';
import type { Reporter } from '../reporter.ts';
import type { Runners } from './runners.ts';
import type { StepTaker } from './step-taker.ts';

/** Starts libraries: makes the runner of each, among the others, and says where its news go. */
export function createLibraryStart(parts: {
  readonly ports: Ports;
  readonly options: EngineOptions;
  readonly queue: Queue;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly runners: Runners;
  readonly libraries: Libraries;
  readonly report: Reporter;
  readonly settings: () => Settings;
  /** Entries of a library may be carried out from now on. */
  readonly onReady: () => void;
  readonly onCompared: () => void;
  readonly finishConflicts: (libraryId: string) => Promise<void>;
}) {
  const { ports, options, queue, gate, steps, runners, libraries, report, settings, onReady, onCompared } = parts;
  const { absenceGraceMs } = options;
  const gainedClasses = createGainedClasses(runners);
  const lastStops = createLastStops(ports.database);

  return async (library: Library): Promise<LibraryRunner> => {
    await runners.resting.end(library.libraryId);
    const context = createLibraryContext(ports, queue, library, () => absenceGraceMs, options.rereadPeriodMs);
    const moment = () => ({ nowMs: ports.clock.now(), absenceGraceMs });
    const judgement = createJudgement({ database: ports.database, queue, moment }, context);
    const runner = createLibraryRunner({
      ports,
      context,
      judgement,
      gate,
      steps,
      queue,
      settings,
      quietTimeOfRunMs: options.settings?.quietTimeMs,
      listsEverything: options.listsEverything,
      absenceGraceMs,
      onChange: (paths) => report.filesChanged(library.libraryId, paths),
      onMovedHere: (keys) => gainedClasses.note(library.libraryId, keys),
      onMarker: (markerId) => {
        context.noteMarker(markerId);
        libraries.setMarker(library.libraryId, markerId);
      },
      onFreshness: () => report.everyFileChanged(),
      onPaused({ code, detail }) {
        const error = { code, ...(detail === undefined ? {} : { detail }) };
        lastStops.noteLibrary(library.libraryId, error, ports.clock.now());
        report.tell(library.libraryId, { kind: 'libraryPaused', title: library.name, error });
      },
      onGoesOn: () => lastStops.noteLibrary(library.libraryId, undefined, ports.clock.now()),
      onReady,
      onScanned: (atMs) => libraries.setLastScan(library.libraryId, atMs),
      onCompared,
      finishConflicts: () => parts.finishConflicts(library.libraryId),
      onTraceless: (found) => report.traceless(context, found),
      onLeftLine: (left) => report.leftLine(context, left),
      onSavedLate: (copy) => report.savedLate(library, copy),
    });
    runners.add(runner);
    await runner.start(options.watch);
    return runner;
  };
}
