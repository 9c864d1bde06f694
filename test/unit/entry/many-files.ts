import { createHash } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import type { StateWithLibrary } from './state-with-library.ts';

/** The service of the states that tests of commands make; nothing answers there. */
export const restingService = 'http://localhost:9';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex') as never;

/** The class of the file with this number. */
export const classOf = (number: number): string => `EC${String(number).padStart(6, '0')}`;

/** Where the file with this number is in its library; by number is by path. */
export const pathOf = (number: number): string => `${classOf(number)}/MC000001/part.rfa`;

/** Has a library hold files with these numbers, as drafts that both sides agreed on. */
export function holdDrafts({ root, libraryId, withState }: StateWithLibrary, numbers: readonly number[]): void {
  withState((database) =>
    database.transaction(() => {
      const files = createLocalFiles(database, libraryId);
      const trees = createServiceTrees(database, libraryId, restingService);
      for (const number of numbers) {
        const path = pathOf(number);
        const key = keyOf(classOf(number));
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), `mine ${number}`);
        const sha256 = hashOf(`mine ${number}`);
        const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(join(root, path));
        files.noteRead(path, { kind: 'file', sizeBytes, modifiedMs, inode: path } as never, { sha256, key }, 1);
        const version = { major: 0, minor: 1 };
        trees.noteRemote(key, { version, sha256, changedMs: 1, baseFilename: 'part', fileExtension: 'rfa' });
        trees.noteSynced(key, { path, version, sha256 }, 1, 1);
      }
    }),
  );
}

/** Has the service hold newer versions that stand against the files with these numbers. */
export function holdConflicts({ root, libraryId, withState }: StateWithLibrary, numbers: readonly number[]): void {
  mkdirSync(join(root, '.cadlibrary/conflicts'));
  withState((database) =>
    database.transaction(() => {
      const trees = createServiceTrees(database, libraryId, restingService);
      for (const number of numbers) {
        const keptAt = `.cadlibrary/conflicts/${classOf(number)}.rfa`;
        writeFileSync(join(root, keptAt), `theirs ${number}`);
        const theirVersion = { major: 0, minor: 2 };
        const sha256 = hashOf(`theirs ${number}`);
        const theirs = { version: theirVersion, sha256, changedMs: 1, baseFilename: 'part', fileExtension: 'rfa' };
        trees.noteRemote(keyOf(classOf(number)), theirs);
        trees.noteConflict(keyOf(classOf(number)), { theirVersion, keptAt, sha256 }, 1);
      }
    }),
  );
}
