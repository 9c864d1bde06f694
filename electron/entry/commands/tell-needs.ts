import { isOfLibrary, standingOf } from '../../../shared/rpc/standings.ts';
import type { FailedWork } from '../../../shared/rpc/status-answer.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Library } from '../../engine/state/libraries.ts';
import { describeNeeds } from './describe-needs.ts';
import { describeForPerson, fileForPerson, type FileForPerson } from './file-states.ts';
import { printResult } from './output.ts';

type LibraryInQuestion = Pick<Library, 'libraryId' | 'root'>;

/** Some library is never at rest: somebody saves into it all the time. */
const longestWaitMs = 5_000;

/**
 * Names what of a library needs a person, each once until something else is the matter with it.
 * @returns to be called whenever that may have changed; waits a little while the library is looked at
 */
export function createNeedsTeller(
  engine: Pick<Engine, 'events' | 'runners' | 'statusReader'>,
  libraryId: string,
  json: boolean,
): () => void {
  let said: ReadonlyMap<string, string> = new Map();
  let saidBeside: ReadonlySet<string> = new Set();
  let changedMs: number | undefined = performance.now();
  engine.events.listen(({ kind }) => {
    if (kind === 'files' || kind === 'activity') changedMs ??= performance.now();
  });
  return () => {
    // For a moment, while what it is for changes, it is not among them.
    const runner = engine.runners().find(({ context: { library } }) => library.libraryId === libraryId);
    if (!runner || changedMs === undefined) return;
    if (!runner.isQuiet() && performance.now() - changedMs < longestWaitMs) return;
    changedMs = undefined;
    const { library } = runner.context;
    const needing = needingPerson(engine, library);
    const unsaid = needing.filter(({ path, reason }) => said.get(path) !== reason);
    said = new Map(needing.map(({ path, reason }) => [path, reason]));
    if (unsaid.length > 0)
      printResult(json, { needsYou: unsaid }, ({ needsYou }) => needsYou.map(describeForPerson).join('\n'));
    tellBeside(library);
  };

  function tellBeside(library: LibraryInQuestion): void {
    const { savedLate, failedWork, linksProblem } = engine.statusReader.needs(library);
    const isSaid = linksProblem === undefined || saidBeside.has(linksProblem.code);
    const unsaid = {
      savedLate: savedLate.filter(({ copy }) => !saidBeside.has(copy)),
      failedWork: failedWork.filter((one) => !saidBeside.has(nameOfFailed(one))),
      ...(isSaid ? {} : { linksProblem }),
    };
    saidBeside = new Set([
      ...savedLate.map(({ copy }) => copy),
      ...failedWork.map(nameOfFailed),
      ...(linksProblem ? [linksProblem.code] : []),
    ]);
    if (!isSaid || unsaid.savedLate.length + unsaid.failedWork.length > 0)
      printResult(json, unsaid, (told) => describeNeeds(told).join('\n'));
  }
}

function nameOfFailed({ operation, title, path, error }: FailedWork): string {
  return [operation, title, path, error?.code].join(' ');
}

function needingPerson(
  { statusReader }: Pick<Engine, 'statusReader'>,
  { libraryId, root }: LibraryInQuestion,
): FileForPerson[] {
  return statusReader
    .waitingFiles(libraryId)
    .filter(({ explanation }) => !isOfLibrary(explanation) && standingOf[explanation.reason.code] === 'needsYou')
    .map((file) => fileForPerson(root, file));
}
