import type { ExplainedFileRecord, ExplainedPaths } from '../../../shared/rpc/status-answer.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import { isOfLibrary } from '../../../shared/rpc/standings.ts';
import type { LibraryDisk } from '../ports.ts';
import { createBackupCopies } from '../state/backup-copies.ts';
import type { Library } from '../state/libraries.ts';
import { createIgnoreRules } from '../tree/ignore-rules.ts';
import { libraryHolding } from '../tree/library-holding.ts';
import { explainElsewhere, explainOdd, explainUnknown, isPlaceTaken } from './explain-unknown.ts';
import type { ExplainedFile, Explainer } from './explainer.ts';
import { needsAt } from './needs-beside-files.ts';
import { createLooksAtRest } from './seen-at-rest.ts';
import { pausedOf, recordOf, unconfirmedOf, type ReaderParts } from './status-parts.ts';

/** At most so many files of a folder that are not in step are named. */
const namedAtMost = 1_000;

/** A library, and what is looked at for it. */
interface LibraryOnDisk {
  readonly library: Library;
  /** Why it is paused, while it is. */
  readonly paused: Explanation | undefined;
  readonly folder: LibraryDisk;
  readonly look: ReturnType<typeof createLooksAtRest>;
}

/** A file that is known, as it stands: what took its place, or what no run has seen yet, is looked at now. */
async function describeKnown(parts: ReaderParts, at: LibraryOnDisk, file: ExplainedFile): Promise<ExplainedFileRecord> {
  const { explainer, disk } = parts;
  const { library, folder, look, paused } = at;
  const odd = await explainOdd(folder, file.row.path).catch(() => undefined);
  const isRemoved = file.row.state === 'removedHere';
  // Where a link took the place of a file that is known, what is known is of another file.
  const isAnother = odd && !paused && !(isRemoved && odd.reason.code !== 'belowLink');
  if (isAnother) return { path: disk.absolute(library.root, file.row.path), explanation: odd };
  const seen = parts.live(library.libraryId, '') ? undefined : await look(file);
  const found = (seen && explainer.explainSeen(library, file.row.path, seen)) ?? file;
  const isMissed = isRemoved || seen === 'gone';
  const isTaken = isMissed ? await isPlaceTaken(folder, file.row.path) : undefined;
  return recordOf(parts, library, { ...found, explanation: { ...found.explanation, isPlaceTaken: isTaken } });
}

/** Of a path that a library knows nothing of. */
function explainNew(
  parts: ReaderParts,
  { library, folder }: LibraryOnDisk,
  path: string,
): Promise<Explanation | 'folder'> {
  return explainUnknown(folder, path, {
    libraryName: library.name,
    live: parts.live(library.libraryId, path),
    stopped: parts.lastStops.library(library.libraryId),
    isPaused: library.settings.isPaused,
    markerId: library.markerId,
    ignored: createIgnoreRules(library.settings.ignorePatterns, parts.disk.ignoresCase),
    isKept: () => createBackupCopies(parts.database, library.libraryId).shownOf(path, undefined).length > 0,
  });
}

async function describeFolder(
  parts: ReaderParts,
  at: LibraryOnDisk,
  [absolute, path]: readonly [absolute: string, path: string],
  answer: ExplainedPaths,
): Promise<void> {
  const { library, paused } = at;
  const { standings, notInStep, others } = parts.explainer.below(library, path, namedAtMost);
  answer.folders.push({
    path: absolute,
    standings,
    inStep: standings.inStep ?? 0,
    notInStep,
    files: await Promise.all(others.map((file) => describeKnown(parts, at, file))),
    leftOut: notInStep - others.length,
    paused,
    // Where they will stand is known once they do.
    toCome: path === '' ? parts.explainer.toCome(library) : { count: 0, forPerson: 0 },
    unconfirmed: unconfirmedOf(parts, library, paused),
  });
}

function addNeeds(parts: ReaderParts, library: Library, at: string, answer: ExplainedPaths): void {
  const { savedLate, failedWork, linksProblem } = needsAt(parts, library, at);
  answer.savedLate.push(...savedLate);
  answer.failedWork.push(...failedWork);
  if (linksProblem) answer.linksProblems.push(linksProblem);
}

/** Adds to an answer how what stands at a full, canonical path does so: a file, or all files of a folder. */
export async function explainPath(
  parts: ReaderParts,
  absolute: string,
  answer: ExplainedPaths,
  explain: ReturnType<Explainer['forOneQuestion']>,
): Promise<void> {
  const { explainer, disk } = parts;
  const found = libraryHolding(parts.libraries(), absolute, disk.ignoresCase);
  if (!found) return void answer.files.push({ path: absolute, explanation: await explainElsewhere(disk, absolute) });
  const { library, path } = found;
  const folder = disk.library(library.root);
  const paused = pausedOf(parts, library);
  const at = { library, folder, look: createLooksAtRest(folder, library), paused };
  if (path === '') {
    addNeeds(parts, library, path, answer);
    return describeFolder(parts, at, [absolute, path], answer);
  }
  // Where folders are parted by other signs, a backslash may be part of a name.
  const verbatim = absolute.slice(library.root.length + 1);
  const known = explain(library, verbatim) ?? explain(library, path);
  addNeeds(parts, library, known?.row.path ?? path, answer);
  if (known && !(await isOtherFile(folder, known, path))) {
    const suggestion = explainer.suggest(library, known.row.path);
    return void answer.files.push({ ...(await describeKnown(parts, at, known)), suggestion });
  }
  const unknown = await explainNew(parts, at, path);
  if (unknown === 'folder') return describeFolder(parts, at, [absolute, path], answer);
  const isPaused = isOfLibrary(unknown);
  if ((isPaused || unknown.reason.code === 'notThere') && explainer.knowsBelow(library, path)) {
    // Of a folder that is gone, or is not looked at, the files are known.
    return describeFolder(parts, { ...at, paused: isPaused ? unknown : paused }, [absolute, path], answer);
  }
  answer.files.push({ path: absolute, explanation: unknown });
}

/** Whether what stands at a path differs only in case from one that is known and gone: no run has seen it. */
async function isOtherFile(folder: LibraryDisk, { row }: ExplainedFile, path: string): Promise<boolean> {
  if (row.path === path) return false;
  const [known, asked] = await Promise.all([row.path, path].map((one) => folder.stat(one).catch(() => undefined)));
  return known === undefined && asked?.kind === 'file';
}
