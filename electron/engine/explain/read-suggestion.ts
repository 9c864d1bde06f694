import type { ClassSuggestion } from '../../../shared/rpc/class-suggestion.ts';
import type { Database } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import type { LocalFile } from '../state/local-file.ts';
import { createLocalFiles } from '../state/local-files.ts';
import { isMissingClass } from '../tree/assign-key.ts';
import { suggestClasses } from '../tree/suggest-classes.ts';
import { folderOf } from '../tree/paths.ts';

/** What an unassigned file of a library may belong to, from what the state knows of the others. Reads only. */
export function readSuggestion(database: Database, library: Library, path: string): ClassSuggestion | undefined {
  const files = createLocalFiles(database, library.libraryId);
  const file = files.get(path);
  if (!file || !isUnassigned(file)) return undefined;
  return suggestClasses({
    path,
    header: { applicationVersion: file.programVersion },
    defaults: library,
    neighbours: files.keyedIn(folderOf(path)),
    keyedWith: files.keyedWith,
    keysOfClass: files.keysOfClass,
    isTaken: (key) => files.presentPathsOf(key).length > 0,
  });
}

/** Whether a file was read and has no key for want of a class. */
const isUnassigned = ({ key, missing, settled, goneSinceMs }: LocalFile): boolean =>
  key === undefined && isMissingClass(missing) && settled && goneSinceMs === undefined;
