import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import { standingsOf, type StandingCounts } from '../../../shared/rpc/standings.ts';
import type { Engine } from '../engine.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';

/** A library as a window shows it. */
export function libraryRecordOf(engine: Engine, runner: LibraryRunner): LibraryRecord {
  const { library } = runner.context;
  const states = engine.fileList.states(library.libraryId);
  const fileCount = [...states].reduce((sum, [state, count]) => sum + (state === 'removedHere' ? 0 : count), 0);
  const standings = standingsOf(states);
  const besideFiles = {
    savedLate: runner.context.backups.savedLateCount(),
    failedWork: engine.queue.parkedWithoutFileCount(library.libraryId),
  };
  return {
    libraryId: library.libraryId,
    name: library.name,
    root: library.root,
    programs: [...library.programs],
    languageCode: library.languageCode,
    contentType: library.contentType,
    settings: runner.context.settings(),
    quietTimeMs: runner.quietTimeMs(),
    notFetchedCount: engine.fileList.notFetchedCount(library.libraryId),
    state: stateOf(engine, runner, {
      standings,
      unassigned: states.get('unassigned') ?? 0,
      needs: besideFiles.savedLate + besideFiles.failedWork > 0 || runner.context.linksProblem() !== undefined,
    }),
    error: runner.problem ?? runner.context.linksProblem(),
    fileCount,
    standings,
    besideFiles,
    settlingCount: states.get('settling') ?? 0,
    missingCount: states.get('missing') ?? 0,
    questions: engine.changeQuestions(library.libraryId).map((question) => ({ ...question, fileCount })),
    lastScanAtMs: runner.lastScanMs ?? library.lastScanMs,
    pollIntervalMs: runner.poll.intervalMs(),
    lastPollAtMs: runner.poll.lastMs ?? runner.context.trees()?.answeredMs(),
  };
}

interface Found {
  readonly standings: StandingCounts;
  readonly unassigned: number;
  /** Whether anything needs a person that is of no file. */
  readonly needs: boolean;
}

/** "In step" is said only of all its files, and when the last scan and the last answer of the service both say so. */
function stateOf(
  { gate }: Engine,
  runner: LibraryRunner,
  { standings, unassigned, needs }: Found,
): LibraryRecord['state'] {
  if (runner.state === 'paused' || runner.state === 'scanning') return runner.state;
  if (!gate.isOpen()) return 'offline';
  if (needs || (standings.needsYou ?? 0) > unassigned) return 'needsYou';
  if (standings.underWay || runner.poll.lastMs === undefined) return 'working';
  if (runner.freshness !== 'fresh') return 'notChecked';
  if (unassigned > 0) return 'unassigned';
  return standings.held ? 'held' : 'inStep';
}
