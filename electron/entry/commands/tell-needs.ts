import { standingOf } from '../../../shared/rpc/standings.ts';
import type { Engine } from '../../engine/engine.ts';
import { describeForPerson, fileForPerson, type FileForPerson } from './file-states.ts';
import { printResult } from './output.ts';

/** Some library is never at rest: somebody saves into it all the time. */
const longestWaitMs = 5_000;

/**
 * Names the files of a library that need a person, each once until something else is the matter with it.
 * @returns to be called whenever that may have changed; waits a little while the library is looked at
 */
export function createNeedsTeller(
  engine: Pick<Engine, 'events' | 'libraries' | 'statusReader'>,
  libraryId: string,
  json: boolean,
): () => void {
  let said: ReadonlyMap<string, string> = new Map();
  let changedMs: number | undefined = Date.now();
  engine.events.listen(({ kind }) => {
    if (kind === 'files') changedMs ??= Date.now();
  });
  return () => {
    // For a moment, while what it is for changes, it is not among them.
    const running = engine.libraries().find(({ library }) => library.libraryId === libraryId);
    if (!running || changedMs === undefined) return;
    if (!running.runner.isQuiet() && Date.now() - changedMs < longestWaitMs) return;
    changedMs = undefined;
    const needing = needingPerson(engine, running.library);
    const unsaid = needing.filter(({ path, reason }) => said.get(path) !== reason);
    said = new Map(needing.map(({ path, reason }) => [path, reason]));
    if (unsaid.length > 0)
      printResult(json, { needsYou: unsaid }, ({ needsYou }) => needsYou.map(describeForPerson).join('\n'));
  };
}

function needingPerson(
  { statusReader }: Pick<Engine, 'statusReader'>,
  { libraryId, root }: { readonly libraryId: string; readonly root: string },
): FileForPerson[] {
  return statusReader
    .waitingFiles(libraryId)
    .filter(({ explanation }) => standingOf[explanation.reason.code] === 'needsYou')
    .map((file) => fileForPerson(root, file));
}
