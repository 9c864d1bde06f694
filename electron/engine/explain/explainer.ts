import { formatVersion } from '../../../shared/model/version.ts';
import type { ClassSuggestion } from '../../../shared/rpc/class-suggestion.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { StandingCounts } from '../../../shared/rpc/standings.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { ToCome } from '../../../shared/rpc/status-answer.ts';
import { stateOf, type Verdict } from '../judge/verdict.ts';
import type { Library } from '../state/libraries.ts';
import type { LocalFile } from '../state/local-file.ts';
import { explainFile } from './explain-file.ts';
import { readFilesToAssign, readSharing } from './read-files-to-assign.ts';
import { readSuggestion } from './read-suggestion.ts';
import { createFactsReader, readOnce, type ExplainerParts, type FileFacts, type ReadOnce } from './file-facts.ts';
import { addUpFiles } from './folder-standings.ts';
import type { SeenAtRest } from './seen-at-rest.ts';

/** A file the state knows, with why it stands as it does. */
export interface ExplainedFile {
  readonly row: FileRecord;
  /** As it was when it was last looked at. */
  readonly file: LocalFile;
  readonly explanation: Explanation;
}

interface ExplainedFolder {
  readonly standings: StandingCounts;
  readonly notInStep: number;
  readonly others: readonly ExplainedFile[];
}

/** At most so many files that wait for one thing are named. */
const namedAtMost = 100;

/** Explains files from what the state and, where one runs, the engine know of them. Reads only. */
export function createExplainer(parts: ExplainerParts) {
  const { database, fileList } = parts;
  const readFacts = createFactsReader(parts);

  function explain(library: Library, path: string, once: ReadOnce, seen?: SeenAtRest): ExplainedFile | undefined {
    const facts = readFacts(library, path, once);
    return facts && explained(facts, seen);
  }

  function explainAll(library: Library, paths: readonly string[]): ExplainedFile[] {
    const once = readOnce(parts);
    return paths.flatMap((path) => explain(library, path, once) ?? []);
  }

  /** Explains any number of files for one question. */
  function forOneQuestion(): (library: Library, path: string) => ExplainedFile | undefined {
    const once = readOnce(parts);
    return (library, path) => {
      const known = once.knownPath(library, path);
      return known === undefined ? undefined : explain(library, known, once);
    };
  }

  return {
    /** What a file without classes may belong to. */
    suggest: (library: Library, path: string): ClassSuggestion | undefined => readSuggestion(database, library, path),

    /** What there is to say of files that a person is asked about together. */
    filesToAssign: (asked: Parameters<typeof readFilesToAssign>[1]): ReturnType<typeof readFilesToAssign> =>
      readFilesToAssign(database, asked),

    /** What is to be fetched and is of no file that is there; what waits for one to be read is counted with that. */
    toCome: (library: Library): ToCome => fileList.toCome(library.libraryId, readOnce(parts).claims(library).claimed()),

    /** The files of each key that some files claim together with others. */
    sharing: (asked: Parameters<typeof readSharing>[1]): ReturnType<typeof readSharing> => readSharing(database, asked),

    /** @returns `undefined` for a path the state knows nothing of, in any case of its letters where the system ignores that */
    explain: (library: Library, path: string): ExplainedFile | undefined => forOneQuestion()(library, path),

    /** The same of a file that no run has seen since it is gone, or changed. */
    explainSeen: (library: Library, path: string, seen: SeenAtRest): ExplainedFile | undefined =>
      explain(library, path, readOnce(parts), seen),

    forOneQuestion,
    ...explainedLists(parts, explainAll),
  };
}

function explainedLists(
  { fileList, live }: Pick<ExplainerParts, 'fileList' | 'live'>,
  explainAll: (library: Library, paths: readonly string[]) => ExplainedFile[],
) {
  return {
    /** Files of a library that wait for a person, those without a class last, by path; the first hundred of them. */
    needingPerson(library: Library): ExplainedFile[] {
      const paths = fileList.needingPerson(library.libraryId, namedAtMost);
      return explainAll(library, paths);
    },

    /** Files of a library that changed and could not be read yet, and those that wait for one, by path; the first hundred of each. */
    waitingToBeRead(library: Library): ExplainedFile[] {
      const { unread, unqueued } = fileList.waitingToBeRead(library.libraryId, namedAtMost);
      const waiting = explainAll(library, unqueued);
      return [
        ...explainAll(library, unread),
        ...waiting.filter(({ explanation }) => explanation.reason.code === 'afterOtherFile'),
      ];
    },

    /** Whether the state knows of files below a folder, be they there or gone. */
    knowsBelow: (library: Library, folder: string): boolean => fileList.below(library.libraryId, folder).length > 0,

    /**
     * The files of a folder: how many stand how, and which are not in step.
     * @param folder below the library's root; empty for the root
     * @param atMost how many of those that are not in step are explained, what needs a person before all others
     */
    below(library: Library, folder: string, atMost: number): ExplainedFolder {
      const rows = fileList.below(library.libraryId, folder);
      const { standings, others } = addUpFiles(rows, live(library.libraryId, ''));
      return {
        standings,
        notInStep: others.length,
        others: explainAll(library, others.slice(0, atMost)),
      };
    },
  };
}

function explained(known: FileFacts, seen: SeenAtRest | undefined): ExplainedFile {
  const facts = seen ? asSeen(known, seen) : known;
  const { row, verdict } = facts;
  const { key, leftKey } = facts.file;
  const lostMajor = facts.synced?.lostMajor;
  return {
    row,
    file: facts.file,
    explanation: {
      ...explainFile(facts),
      // Since when it is gone or changed, nobody saw.
      ...(seen ? { sinceMs: undefined } : {}),
      // What is gone is missed under the key that it had left.
      leftKey: leftKey === key ? undefined : leftKey,
      lostRelease: lostMajor === undefined ? undefined : formatVersion({ major: lostMajor, minor: 0 }),
      release: verdict.release,
    },
  };
}

/** As the next run will find it: what was queued of it stays, and is of what it was before. */
function asSeen(facts: FileFacts, seen: SeenAtRest): FileFacts {
  const release = facts.verdict.release === 'these' ? 'beforeUnread' : facts.verdict.release;
  const found: Verdict = seen === 'gone' ? { kind: 'missing', countsAtMs: 0 } : { kind: 'unread' };
  const verdict = release ? { ...found, release } : found;
  return { ...facts, verdict, row: { ...facts.row, state: stateOf(verdict) ?? facts.row.state } };
}

export type Explainer = ReturnType<typeof createExplainer>;
