import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { Engine } from '../run/engine.ts';
import type { LibraryRunner } from '../run/library-runner.ts';

/** A library as a window shows it. */
export function libraryRecordOf(engine: Engine, serviceId: string | undefined, runner: LibraryRunner): LibraryRecord {
  const { library } = runner.context;
  const states = engine.fileList.states(serviceId, library.libraryId);
  const fileCount = [...states].reduce((sum, [state, count]) => sum + (state === 'removedHere' ? 0 : count), 0);
  const moving = ['waiting', 'uploading', 'downloading', 'settling'].some(
    (state) => (states.get(state as 'waiting') ?? 0) > 0,
  );
  return {
    libraryId: library.libraryId,
    name: library.name,
    root: library.root,
    applicationName: library.applicationName,
    applicationVersion: library.applicationVersion,
    languageCode: library.languageCode,
    contentType: library.contentType,
    settings: runner.context.settings(),
    quietTimeMs: runner.quietTimeMs(),
    notFetchedCount: runner.context.trees()?.held.notFetchedCount() ?? 0,
    state: stateOf(engine, runner, moving),
    error: runner.problem,
    fileCount,
    settlingCount: states.get('settling') ?? 0,
    questions: engine.changeQuestions(library.libraryId).map((question) => ({
      ...question,
      paths: [...question.paths],
      fileCount: question.kind === 'removal' ? fileCount + question.count : fileCount,
    })),
    lastScanAtMs: runner.lastScanMs ?? library.lastScanMs,
    pollIntervalMs: runner.pollIntervalMs,
    lastPollAtMs: runner.lastPollMs ?? runner.context.trees()?.answeredMs(),
  };
}

/** "In step" is said only when the last scan and the last answer of the service both say so. */
function stateOf({ gate }: Engine, runner: LibraryRunner, moving: boolean): LibraryRecord['state'] {
  if (runner.state === 'paused' || runner.state === 'scanning') return runner.state;
  if (!gate.isOpen()) return 'offline';
  if (moving || runner.lastPollMs === undefined) return 'working';
  return runner.freshness === 'fresh' ? 'inStep' : 'notChecked';
}
