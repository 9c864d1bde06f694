import type { Database } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import { createLocalFiles } from '../state/local-files.ts';
import { assignKey } from '../tree/assign-key.ts';
import { isUnassigned } from './read-suggestion.ts';
import { folderOf } from '../tree/folder-of.ts';

export interface UnassignedBeside {
  readonly path: string;
  /** Program, version and language: of files with the same, only one can have a pair of classes. */
  readonly place: string;
}

/** Any pair of classes: what matters is what else tells keys apart. */
const anyClasses = { etimClassCode: 'EC000000', etimModelCode: 'MC000000' };

/** The other unassigned files of the folder that can have the same classes as the one at `path`. Reads only. */
export function readUnassignedBeside(database: Database, library: Library, path: string): UnassignedBeside[] {
  const files = createLocalFiles(database, library.libraryId);
  const placeOf = (one: string): string => {
    const file = files.get(one);
    const assignment = assignKey(one, anyClasses, { applicationVersion: file?.programVersion }, library);
    return assignment.kind === 'assigned' ? assignment.text : '';
  };
  const file = files.get(path);
  if (!file || !isUnassigned(file)) return [];
  const own = placeOf(path);
  return files
    .unassignedIn(folderOf(path))
    .filter((other) => other !== path)
    .map((other) => ({ path: other, place: placeOf(other) }))
    .filter(({ place }) => place !== '' && place !== own);
}
