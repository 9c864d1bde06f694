import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import { stateOf, type Verdict } from '../judge/verdict.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/** A verdict as it is kept. */
export interface JudgedSubject {
  /** The path of a file, or `subjectOfKey`. */
  readonly subject: string;
  readonly key?: ContentKeyText | undefined;
  readonly verdict: Verdict;
  /** The version both sides agreed on. */
  readonly agreed?: Version | undefined;
  /** What is queued for it. */
  readonly entryId?: number | undefined;
}

/** What stands for a key of which no file is here; no path below a root begins with a slash. */
export function subjectOfKey(key: ContentKeyText): string {
  return `/${key}`;
}

/** What of a library was judged with a service, and what has to be judged again. */
export function createVerdicts(database: Database, libraryId: string) {
  function remove(subject: string): void {
    database.run('DELETE FROM verdict WHERE library_id = ? AND subject = ?', libraryId, subject);
  }

  function put({ subject, key, verdict, agreed, entryId }: JudgedSubject, serviceId: string): void {
    database.run(
      'INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      libraryId,
      subject,
      key ?? null,
      serviceId,
      verdict.kind,
      JSON.stringify(verdict),
      stateOf(verdict) ?? null,
      agreed ? formatVersion(agreed) : null,
      entryId ?? null,
      verdict.kind === 'missing' ? verdict.countsAtMs : null,
    );
  }

  return {
    /** Keys of which something changed since they were judged, or whose verdict holds no longer. */
    dirtyKeys: (nowMs: number): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM dirty WHERE library_id = ? AND content_key <> ''
           UNION SELECT content_key FROM verdict WHERE until_ms <= ? AND library_id = ? AND content_key IS NOT NULL`,
          libraryId,
          nowMs,
          libraryId,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** Files of which something changed since they were judged, or whose verdict holds no longer. */
    dirtyPaths: (nowMs: number): string[] =>
      database
        .all(
          `SELECT path FROM dirty WHERE library_id = ? AND path <> ''
           UNION SELECT subject FROM verdict WHERE until_ms <= ? AND library_id = ? AND content_key IS NULL`,
          libraryId,
          nowMs,
          libraryId,
        )
        .map((row) => rowOf(row).text('path')),

    /** Has a key judged again although none of its facts changed. */
    markKey(key: ContentKeyText): void {
      database.run("INSERT OR IGNORE INTO dirty VALUES (?, '', ?)", libraryId, key);
    },

    noteCleanKey(key: ContentKeyText): void {
      database.run("DELETE FROM dirty WHERE library_id = ? AND path = '' AND content_key = ?", libraryId, key);
    },

    noteCleanPath(path: string): void {
      database.run("DELETE FROM dirty WHERE library_id = ? AND path = ? AND content_key = ''", libraryId, path);
    },

    /** Everything that was said of a key before is replaced. */
    putKey(key: ContentKeyText, judged: readonly JudgedSubject[], serviceId: string): void {
      const before = database
        .all('SELECT subject FROM verdict WHERE library_id = +? AND content_key = +?', libraryId, key)
        .map((row) => rowOf(row).text('subject'));
      for (const subject of before) if (!judged.some((one) => one.subject === subject)) remove(subject);
      for (const one of judged) put(one, serviceId);
    },

    putPath: put,

    /** The file is not known any more. */
    remove,

    /** Whether anything was judged with another service than this. */
    isOfOther: (serviceId: string): boolean =>
      database.get(
        'SELECT 1 FROM verdict WHERE library_id = ? AND service_id <> ? AND content_key IS NOT NULL LIMIT 1',
        libraryId,
        serviceId,
      ) !== undefined,

    /** Every key of which it takes a look to say that nothing is to be done, with this service. */
    keysOutOfStep: (serviceId: string): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM verdict WHERE library_id = +? AND kind <> 'inStep' AND content_key IS NOT NULL
           UNION SELECT content_key FROM verdict WHERE library_id = +? AND service_id <> ? AND content_key IS NOT NULL
           UNION SELECT content_key FROM dirty WHERE library_id = +? AND content_key <> ''
           UNION SELECT content_key FROM local_file AS f WHERE library_id = +? AND content_key IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM verdict AS v WHERE v.library_id = f.library_id AND v.subject = f.path)
           UNION SELECT content_key FROM remote_item AS r WHERE library_id = +? AND service_id = ?
             AND NOT EXISTS (SELECT 1 FROM verdict AS v WHERE v.library_id = r.library_id AND v.content_key = r.content_key)
           UNION SELECT content_key FROM synced_item AS s WHERE library_id = +? AND service_id = ?
             AND NOT EXISTS (SELECT 1 FROM verdict AS v WHERE v.library_id = s.library_id AND v.content_key = s.content_key)
           UNION SELECT content_key FROM queue_entry WHERE library_id = +?`,
          libraryId,
          libraryId,
          serviceId,
          libraryId,
          libraryId,
          libraryId,
          serviceId,
          libraryId,
          serviceId,
          libraryId,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),
  };
}

export type Verdicts = ReturnType<typeof createVerdicts>;
