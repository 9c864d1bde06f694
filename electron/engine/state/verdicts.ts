import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import { fileState } from '../../../shared/rpc/file-records.ts';
import { stateOf, verdictKinds, type Verdict } from '../judge/verdict.ts';
import type { Database } from '../ports.ts';
import { contentKey, text } from './row.ts';
import { insert, raw, sql } from './sql.ts';

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
  /** Whether a person can have it published, and does not wait for that already. */
  readonly isPublishable?: boolean;
}

/** What stands for a key of which no file is here; no path below a root begins with a slash. */
export function subjectOfKey(key: ContentKeyText): string {
  return `/${key}`;
}

/** Verdicts that hold for a while are few, and asked for before every look at any verdict: never by going through all. */
const heldForAWhile = raw('verdict INDEXED BY verdict_for_a_while');

/** Said by another version of the app, in a way that this one cannot read. */
const isUnknown = raw(
  `(kind NOT IN (${quoted(verdictKinds)}) OR state NOT IN (${quoted(fileState.options)}) OR NOT json_valid(verdict))`,
);

const subjectText = text('subject');

/** What of a library was judged with a service, and what has to be judged again. */
export function createVerdicts(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;
  return {
    ...dirtyMarks(database, libraryId),
    ...writtenVerdicts(database, libraryId),

    /** Whether anything was judged with another service than this. */
    isOfOther: (serviceId: string): boolean =>
      database.has(
        sql`SELECT 1 FROM verdict WHERE ${mine} AND service_id <> ${serviceId} AND content_key IS NOT NULL LIMIT 1`,
      ),

    /**
     * Every key of which it takes a look to say that nothing is to be done, with this service. What has no verdict is told
     * by two indexes in the same order, one beside the other: to look each of a hundred thousand up takes four times as long.
     */
    keysOutOfStep: (serviceId: string): ContentKeyText[] =>
      database.all(
        sql`SELECT DISTINCT content_key FROM (
          SELECT content_key FROM verdict
            WHERE ${mine} AND (kind <> 'inStep' OR service_id <> ${serviceId}) AND +content_key IS NOT NULL
          UNION ALL SELECT content_key FROM dirty WHERE ${mine} AND content_key <> ''
          UNION ALL SELECT content_key FROM (
            SELECT content_key, path FROM local_file WHERE ${mine} AND content_key IS NOT NULL
            EXCEPT SELECT content_key, subject FROM verdict WHERE ${mine} AND content_key IS NOT NULL ORDER BY 1, 2)
          UNION ALL SELECT content_key FROM (
            SELECT content_key FROM remote_item WHERE ${mine} AND service_id = ${serviceId}
            UNION SELECT content_key FROM synced_item WHERE ${mine} AND service_id = ${serviceId}
            EXCEPT SELECT content_key FROM verdict WHERE ${mine} AND content_key IS NOT NULL ORDER BY 1)
          UNION ALL SELECT content_key FROM queue_entry WHERE ${mine})`,
        contentKey,
      ),
  };
}

/** What is to be judged again. */
function dirtyMarks(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;
  return {
    /**
     * Keys of which something changed since they were judged, or whose verdict holds no longer. Not sought by the library:
     * that is nearly every verdict there is, and few of them hold for a while only.
     */
    dirtyKeys: (nowMs: number): ContentKeyText[] =>
      database.all(
        sql`SELECT content_key FROM dirty WHERE ${mine} AND content_key <> ''
          UNION SELECT content_key FROM ${heldForAWhile} WHERE until_ms <= ${nowMs} AND ${mine} AND content_key IS NOT NULL`,
        contentKey,
      ),

    /** Files of which something changed since they were judged, or whose verdict holds no longer. */
    dirtyPaths: (nowMs: number): string[] =>
      database.all(
        sql`SELECT path AS subject FROM dirty WHERE ${mine} AND path <> ''
          UNION SELECT subject FROM ${heldForAWhile} WHERE until_ms <= ${nowMs} AND ${mine} AND content_key IS NULL`,
        subjectText,
      ),

    /** Has a key judged again although none of its facts changed. */
    markKey(key: ContentKeyText): void {
      database.run(insert('dirty', { library_id: libraryId, path: '', content_key: key }, 'OR IGNORE'));
    },

    /** Has everything judged again of which nobody here can read what was said. */
    markUnknown(): void {
      database.run(
        sql`INSERT OR IGNORE INTO dirty
          SELECT library_id, iif(content_key IS NULL, subject, ''), COALESCE(content_key, '') FROM verdict
          WHERE ${mine} AND ${isUnknown}`,
      );
    },

    noteCleanKey(key: ContentKeyText): void {
      database.run(sql`DELETE FROM dirty WHERE ${mine} AND path = '' AND content_key = ${key}`);
    },

    noteCleanPath(path: string): void {
      database.run(sql`DELETE FROM dirty WHERE ${mine} AND path = ${path} AND content_key = ''`);
    },
  };
}

/** Writes verdicts, and takes back what was said before. */
function writtenVerdicts(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;

  function remove(subject: string): void {
    database.run(sql`DELETE FROM verdict WHERE ${mine} AND subject = ${subject}`);
  }

  function put(
    { subject, key, verdict, agreed, entryId, isPublishable = false }: JudgedSubject,
    serviceId: string,
  ): void {
    const row = {
      library_id: libraryId,
      subject,
      content_key: key,
      service_id: serviceId,
      kind: verdict.kind,
      verdict: JSON.stringify(verdict),
      state: stateOf(verdict),
      version: agreed && formatVersion(agreed),
      entry_id: entryId,
      until_ms: verdict.kind === 'missing' ? verdict.countsAtMs : undefined,
      publishable: isPublishable ? 1 : 0,
    };
    database.run(insert('verdict', row, 'OR REPLACE'));
  }

  return {
    /** Everything that was said of a key before is replaced. */
    putKey(key: ContentKeyText, judged: readonly JudgedSubject[], serviceId: string): void {
      const before = database.all(sql`SELECT subject FROM verdict WHERE ${mine} AND content_key = ${key}`, subjectText);
      for (const subject of before) if (!judged.some((one) => one.subject === subject)) remove(subject);
      for (const one of judged) put(one, serviceId);
    },

    putPath: put,

    /** The file is not known any more. */
    remove,
  };
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
