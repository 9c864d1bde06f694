import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Statement } from '../ports.ts';
import { missingClasses } from '../tree/assign-key.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { isNotSeen, problem, readLocalFile, type LocalFile } from './local-file.ts';
import { byPath, isGone, isThere, path, type LocalRows, type SomePaths } from './local-rows.ts';
import { contentKey, flag, optionalNumber, optionalText, shape } from './row.ts';
import { holdsText, likePrefix, pathIsBelow, raw, sql } from './sql.ts';

/** Of a file without a key: that it is for want of a class, and not of a program. */
const lacksClass = raw(`missing IN (${missingClasses.map((name) => `'${name}'`).join(', ')})`);

/** As much of a file as tells whether it claims its key. */
type Claim = Pick<LocalFile, 'path' | 'sha256' | 'settled' | 'goneSinceMs' | 'problem' | 'fetchedFrom'>;

const readClaim = shape<Claim>({
  path,
  sha256: optionalText<Sha256>('sha256'),
  settled: flag('settled'),
  goneSinceMs: optionalNumber('gone_since_ms'),
  problem,
  fetchedFrom: optionalText('fetched_from'),
});

/** A file that has a key. */
interface Keyed {
  readonly path: string;
  readonly key: ContentKeyText;
}

const readKeyed = shape<Keyed>({ path, key: contentKey });

/** The files that claim a key. */
interface Claimants {
  readonly settled: LocalEntry[];
  readonly unsettled: boolean;
  readonly mayReturn: boolean;
}

/** Which files of the local tree have which content key. */
export function createLocalKeys(rows: LocalRows) {
  const { database, libraryId, mine, has, countOf, some } = rows;

  return {
    ...filesOfKey(rows),
    ...placesOfKey(rows),
    ...keyedFiles(rows),

    /** How many files that have a key are there. */
    presentCount: (): number => countOf(sql`content_key IS NOT NULL AND ${isThere}`),

    /** Keys of files that are gone and whose bytes stand at another path, or in another library under the same key: those were moved. */
    movedKeys: (): Set<ContentKeyText> =>
      new Set(
        database.all(
          // Said in which order it is looked for them: many may be gone, of many.
          sql`WITH gone AS MATERIALIZED (SELECT content_key, sha256 FROM local_file INDEXED BY local_file_gone
              WHERE ${mine} AND ${isGone} AND content_key IS NOT NULL)
            SELECT content_key FROM gone WHERE sha256 IN (SELECT sha256 FROM local_file WHERE ${mine} AND ${isThere} AND settled = 1)
            UNION SELECT gone.content_key FROM gone CROSS JOIN library AS l CROSS JOIN local_file AS there
              ON there.library_id = l.library_id AND there.content_key = gone.content_key AND there.sha256 = gone.sha256
            WHERE l.library_id <> ${libraryId} AND there.gone_since_ms IS NULL AND there.settled = 1`,
          contentKey,
        ),
      ),

    /** The files in a folder and below that were read, are there and have no class: how many, and the first by path. */
    unassignedBelow: (folder: string, atMost: number): SomePaths =>
      some(
        sql`${pathIsBelow(folder)} AND ${isThere} AND content_key IS NULL AND settled = 1 AND problem IS NULL
          AND ${lacksClass}`,
        atMost,
      ),

    /** Whether what stands at a path, or stood there last, came to be of another key, or of none. */
    hasOtherKey: (at: string, key: ContentKeyText): boolean => has(sql`path = ${at} AND content_key IS NOT ${key}`),

    /** Whether a file, there or gone, came to be of another key, or of none, while the service may have got it under this one. */
    isLeft: (key: ContentKeyText): boolean => has(sql`left_key = ${key} AND content_key IS NOT ${key}`),

    /** One key of each application version there is, found by going from one to the next. */
    keyPerApplication(): ContentKeyText[] {
      const found: ContentKeyText[] = [];
      for (let after = ''; ;) {
        const key = database.get(
          sql`SELECT MIN(content_key) AS key FROM local_file WHERE ${mine} AND content_key > ${after}`,
          optionalText<ContentKeyText>('key'),
        );
        if (key === undefined) return found;
        found.push(key);
        // Application and version end with a slash; behind all that begins so comes what has the next character there.
        const [application = '', version = ''] = key.split('/');
        after = `${application}/${version}0`;
      }
    },
  };
}

/** The files of one key. */
function filesOfKey({ select }: LocalRows) {
  // Asked several times on the way of each file: no more columns than it takes.
  const claimColumns = sql`path, sha256, settled, gone_since_ms, problem, fetched_from`;
  const claimsOf = (key: ContentKeyText): Claim[] => select(claimColumns, isOf(key), readClaim, byPath);

  return {
    /** All files of a key that are there or were, by path. */
    ofKey: (key: ContentKeyText): LocalFile[] => select(sql`*`, isOf(key), readLocalFile, byPath),

    /**
     * The files that claim a key and stood still, and whether it is too early to judge: one is `unsettled` (or empty,
     * which no program means to leave, or cannot be read or seen any more, so that nobody knows what it holds), or none is there
     * but one was until after `goneAfterMs` and may come back (some programs save that way).
     * @param files those of the key, where they were read already
     */
    claimants(key: ContentKeyText, goneAfterMs: number, files: readonly Claim[] = claimsOf(key)): Claimants {
      const present = files.filter((file) => file.goneSinceMs === undefined);
      const settled = present.flatMap((file) =>
        file.settled && file.sha256
          ? [{ path: file.path, sha256: file.sha256, ...(file.fetchedFrom ? { fetchedFrom: file.fetchedFrom } : {}) }]
          : [],
      );
      return {
        settled,
        unsettled: present.some(
          (file) =>
            !file.settled || file.sha256 === undefined || isNotSeen(file) || file.problem?.code === 'file-unreadable',
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
  };
}

/** Where the files of one key are, and were. */
function placesOfKey({ select, paths, has, some }: LocalRows) {
  return {
    /** Paths of the files with this key that are there, read or not. */
    presentPathsOf: (key: ContentKeyText): string[] => paths(sql`${isOf(key)} AND ${isThere}`, byPath),

    /** Files that are there, have no key, and left this one. */
    presentPathsLeft: (key: ContentKeyText): string[] =>
      paths(sql`left_key = ${key} AND content_key IS NULL AND ${isThere}`),

    /** The files with this key that are there besides the one at `at`: how many, and the first of them by path. */
    rivalsOf: (key: ContentKeyText, at: string, atMost: number): SomePaths =>
      some(sql`${isOf(key)} AND ${isThere} AND path <> ${at}`, atMost),

    /** Paths of files with this key that are gone. */
    gonePaths: (key: ContentKeyText): string[] => paths(sql`${isOf(key)} AND ${isGone}`),

    /** What was last read of the files of a key that are to be read again, or are gone. */
    hashesBefore: (key: ContentKeyText): (Sha256 | undefined)[] =>
      select(sql`sha256`, sql`${isOf(key)} AND (settled = 0 OR ${isGone})`, optionalText<Sha256>('sha256')),

    hasKey: (key: ContentKeyText): boolean => has(isOf(key)),
  };
}

/** Files that have a key and are there, by folder, class or a text. */
function keyedFiles({ select }: LocalRows) {
  const keyed = (condition: Statement, order?: Statement): Keyed[] =>
    select(sql`path, content_key`, condition, readKeyed, order);
  const hasKey = sql`content_key IS NOT NULL AND ${isThere}`;
  const isOfClass = (etimClassCode: string): Statement => sql`class_code = ${etimClassCode} AND ${isThere}`;

  return {
    /** Files that have a key and are there with a text in their paths, in whatever case, by path. */
    keyedWith: (part: string): Keyed[] => keyed(sql`${hasKey} AND ${holdsText(sql`path`, part)}`, byPath),

    /** The files of a folder that have a key and are there, those of its own only, by path. */
    keyedIn(folder: string): Keyed[] {
      const prefix = folder === '' ? '' : `${folder}/`;
      // All that begins so comes before what has the next character there.
      const before = folder === '' ? '\u{10ffff}' : `${folder}0`;
      return keyed(
        sql`path >= ${prefix} AND path < ${before} AND path NOT LIKE ${`${likePrefix(prefix)}/%`} ESCAPE '\\'
          AND ${hasKey}`,
        byPath,
      );
    },

    /** The files with this ETIM class that are there, with their keys. */
    keyedOfClass: (etimClassCode: string): Keyed[] => keyed(isOfClass(etimClassCode)),

    /** The keys of files with this ETIM class that are there. */
    keysOfClass: (etimClassCode: string): ContentKeyText[] =>
      select(sql`content_key`, isOfClass(etimClassCode), contentKey),
  };
}

const isOf = (key: ContentKeyText): Statement => sql`content_key = ${key}`;
