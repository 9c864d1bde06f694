import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Database } from '../ports.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { readLocalFile, type LocalFile } from './local-file.ts';
import { rowOf, type Row } from './row.ts';

/** Which files of the local tree have which content key. */
export function createLocalKeys(database: Database, libraryId: string) {
  const inFolder = (folder: string, condition: string): Row[] =>
    database
      .all(
        `SELECT path, content_key FROM local_file WHERE library_id = ? AND path >= ? AND path < ?
           AND instr(substr(path, ?), '/') = 0 AND gone_since_ms IS NULL AND ${condition}
         ORDER BY path LIMIT 1000`,
        libraryId,
        folder === '' ? '' : `${folder}/`,
        // All that begins so comes before what has the next character there.
        folder === '' ? '\u{10ffff}' : `${folder}0`,
        folder === '' ? 1 : folder.length + 2,
      )
      .map(rowOf);

  const ofKey = (key: ContentKeyText): LocalFile[] =>
    database
      .all('SELECT * FROM local_file WHERE library_id = ? AND content_key = ?', libraryId, key)
      .map(readLocalFile)
      // Not by SQLite: in its order the statement would be prepared anew for every key (see `Database`).
      .sort((a, b) => (a.path < b.path ? -1 : 1));

  return {
    /** All files of a key that are there or were, by path. */
    ofKey,

    /**
     * The files that claim a key and stood still, and whether it is too early to judge: one is `unsettled` (or empty,
     * which no program means to leave, or cannot be read any more, so that nobody knows what it holds), or none is there
     * but one was until after `goneAfterMs` and may come back (some programs save that way).
     */
    claimants(
      key: ContentKeyText,
      goneAfterMs: number,
    ): { readonly settled: LocalEntry[]; readonly unsettled: boolean; readonly mayReturn: boolean } {
      const files = ofKey(key);
      const present = files.filter((file) => file.goneSinceMs === undefined);
      const settled = present.flatMap((file) =>
        file.settled && file.sha256
          ? [{ path: file.path, sha256: file.sha256, ...(file.fetchedFrom ? { fetchedFrom: file.fetchedFrom } : {}) }]
          : [],
      );
      return {
        settled,
        unsettled: present.some(
          (file) => !file.settled || file.sha256 === undefined || file.problem?.code === 'file-unreadable',
        ),
        // Bytes that stand at another path by now were moved there. Of different ones, neither the removal nor the place
        // of the only file of its key is certain yet.
        mayReturn: files.some(
          (file) =>
            file.goneSinceMs !== undefined &&
            file.goneSinceMs > goneAfterMs &&
            !settled.some(({ sha256 }) => sha256 === file.sha256),
        ),
      };
    },

    /** How many files that have a key are there. */
    presentCount: (): number =>
      rowOf(
        database.get(
          'SELECT COUNT(*) AS n FROM local_file WHERE library_id = ? AND content_key IS NOT NULL AND gone_since_ms IS NULL',
          libraryId,
        ),
      ).number('n'),

    /** Keys of files that are gone and whose bytes stand at another path, or in another library under the same key: those were moved. */
    movedKeys: (): Set<ContentKeyText> =>
      new Set(
        database
          .all(
            `SELECT DISTINCT gone.content_key FROM local_file AS gone
             JOIN local_file AS there ON there.library_id = gone.library_id AND there.sha256 = gone.sha256
             WHERE gone.library_id = ? AND gone.gone_since_ms IS NOT NULL AND gone.content_key IS NOT NULL
               AND there.gone_since_ms IS NULL AND there.settled = 1
             UNION SELECT gone.content_key FROM local_file AS gone
             JOIN library AS l ON l.library_id <> gone.library_id
             JOIN local_file AS there ON there.library_id = l.library_id AND there.content_key = gone.content_key
               AND there.sha256 = gone.sha256
             WHERE gone.library_id = ? AND gone.gone_since_ms IS NOT NULL
               AND there.gone_since_ms IS NULL AND there.settled = 1`,
            libraryId,
            libraryId,
          )
          .map((row) => rowOf(row).text('content_key') as ContentKeyText),
      ),

    /** Paths of the files with this key that are there, read or not. */
    presentPathsOf: (key: ContentKeyText): string[] =>
      database
        .all(
          'SELECT path FROM local_file WHERE library_id = +? AND content_key = +? AND gone_since_ms IS NULL ORDER BY path',
          libraryId,
          key,
        )
        .map((row) => rowOf(row).text('path')),

    /** The files of a folder that have a key and are there, those of its own only, the first thousand by path. */
    keyedIn: (folder: string): { readonly path: string; readonly key: ContentKeyText }[] =>
      inFolder(folder, 'content_key IS NOT NULL').map((row) => ({
        path: row.text('path'),
        key: row.text('content_key') as ContentKeyText,
      })),

    /** Paths of the files of a folder that were read, are there and have no key; as many. */
    unassignedIn: (folder: string): string[] =>
      inFolder(folder, 'content_key IS NULL AND settled = 1 AND problem IS NULL').map((row) => row.text('path')),

    /** The keys of files with this ETIM class that are there, the first thousand. */
    keysOfClass: (etimClassCode: string): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM local_file WHERE library_id = ? AND instr(content_key, ?) > 0
             AND gone_since_ms IS NULL ORDER BY path LIMIT 1000`,
          libraryId,
          `/${etimClassCode}/`,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** Paths of files with this key that are gone. */
    gonePaths: (key: ContentKeyText): string[] =>
      database
        .all(
          'SELECT path FROM local_file WHERE library_id = ? AND content_key = ? AND gone_since_ms IS NOT NULL',
          libraryId,
          key,
        )
        .map((row) => rowOf(row).text('path')),

    /** What was last read of the files of a key that are to be read again, or are gone. */
    hashesBefore: (key: ContentKeyText): (Sha256 | undefined)[] =>
      database
        .all(
          `SELECT sha256 FROM local_file WHERE library_id = ? AND content_key = ? AND (settled = 0 OR gone_since_ms IS NOT NULL)`,
          libraryId,
          key,
        )
        .map((row) => rowOf(row).optionalText('sha256') as Sha256 | undefined),

    hasKey: (key: ContentKeyText): boolean =>
      database.get('SELECT 1 FROM local_file WHERE library_id = ? AND content_key = ?', libraryId, key) !== undefined,

    /** One key of each application version there is, found by going from one to the next. */
    keyPerApplication(): ContentKeyText[] {
      const found: ContentKeyText[] = [];
      for (let after = ''; ;) {
        const row = database.get(
          'SELECT MIN(content_key) AS key FROM local_file WHERE library_id = ? AND content_key > ?',
          libraryId,
          after,
        );
        const key = rowOf(row).optionalText('key') as ContentKeyText | undefined;
        if (key === undefined) return found;
        found.push(key);
        // Application and version end with a slash; behind all that begins so comes what has the next character there.
        const [application = '', version = ''] = key.split('/');
        after = `${application}/${version}0`;
      }
    },
  };
}
