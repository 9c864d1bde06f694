import { formatProgram } from '../../../shared/model/program.ts';
import type { ExplainedFileRecord, ExplainedPaths, StatusOverview } from '../../../shared/rpc/status-answer.ts';
import { createBoundedChanges, type ChangeQuestion } from '../state/bounded-changes.ts';
import {
  createBegunAnewNote,
  createLastStops,
  createSettingsStore,
  describeBegunAnew,
  describeUnread,
} from '../state/settings-store.ts';
import type { Library } from '../state/libraries.ts';
import { explainPath } from './explain-paths.ts';
import type { ExplainerParts } from './file-facts.ts';
import { needsBesideFiles } from './needs-beside-files.ts';
import { pausedOf, recordOf, unconfirmedOf, type ReaderParts, type StatusParts } from './status-parts.ts';

/** Answers how libraries and any paths on this computer stand, as a command line asks it. */
export function createStatusReader(parts: Omit<ExplainerParts, 'clock'>, status: StatusParts) {
  const { explainer, libraries, connection, budget } = status;
  const all: ReaderParts = { ...parts, ...status, lastStops: createLastStops(parts.database) };

  return {
    /** What of a library needs a person beside its files. */
    needs: (library: Parameters<typeof needsBesideFiles>[1]) => needsBesideFiles(all, library),

    /** @param paths full and canonical */
    async explain(paths: readonly string[]): Promise<ExplainedPaths> {
      const answer: ExplainedPaths = { files: [], folders: [], savedLate: [], failedWork: [], linksProblems: [] };
      const explain = explainer.forOneQuestion();
      for (const path of paths) await explainPath(all, path, answer, explain);
      return answer;
    },

    /** The files of a library that wait for a person, and those that could not be read yet; of each the first hundred. */
    waitingFiles(libraryId: string): ExplainedFileRecord[] {
      const library = libraries().find((candidate) => candidate.libraryId === libraryId);
      if (!library) return [];
      const files = [...explainer.needingPerson(library), ...explainer.waitingToBeRead(library)];
      return files.map((file) => recordOf(all, library, file));
    },

    overview(): StatusOverview {
      const { waiting, running } = parts.queue.counts();
      return {
        libraries: libraries().map((library) => libraryOverview(all, library)),
        services: libraries().some(({ libraryId }) => parts.live(libraryId, ''))
          ? [{ connection: connection(), budget: budget() }]
          : [],
        queue: { waiting, running },
        begunAnew: [describeBegunAnew(createBegunAnewNote(parts.database).read()) ?? []].flat(),
        settingsProblems: [describeUnread(createSettingsStore(parts.database).unreadSettings()) ?? []].flat(),
      };
    },
  };
}

function libraryOverview(parts: ReaderParts, library: Library): StatusOverview['libraries'][number] {
  const live = parts.live(library.libraryId, '');
  const paused = pausedOf(parts, library);
  return {
    name: library.name,
    root: library.root,
    programs: library.programs.map(formatProgram),
    running: live !== undefined,
    paused,
    unconfirmed: unconfirmedOf(parts, library, paused),
    cutOff: live ? undefined : parts.lastStops.connection()?.error,
    files: Object.fromEntries(parts.fileList.states(library.libraryId)),
    toCome: parts.explainer.toCome(library),
    questions: questionsOf(parts, library),
    ...needsBesideFiles(parts, library),
    forPerson: parts.explainer.needingPerson(library).map((file) => recordOf(parts, library, file)),
    lastScanAtMs: live?.scannedAtMs ?? library.lastScanMs,
  };
}

function questionsOf(parts: ReaderParts, { libraryId }: Library): ChangeQuestion[] | undefined {
  const serviceId = parts.serviceId();
  if (serviceId === undefined) return undefined;
  const questions = createBoundedChanges(parts.database, libraryId, serviceId).questions();
  return questions.length > 0 ? questions : undefined;
}
