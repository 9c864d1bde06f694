import type Database from 'better-sqlite3';
import type { KeptFile } from './write.ts';

/** A blob of a service. */
export interface Blob {
  readonly serviceId: string;
  /** In whatever case. */
  readonly blobId: unknown;
}

/** Bytes that a service took, and has no version of yet. */
export interface SentFile extends Blob {
  readonly file: KeptFile;
  /** Milliseconds since 1970. */
  readonly sentMs: number;
}

/** Services drop bytes that got no metadata for a day: whoever asks for it later is refused at once. */
const dayMs = 86_400_000;

/** Those of a database; durable when it returns. What ends some of them returns the ids of the bytes that nobody needs then. */
export function createSentRows(database: Database.Database) {
  const bytesIdsOf = (text: string, ...values: (string | number)[]): readonly string[] =>
    database
      .prepare(text)
      .pluck()
      .all(...values) as string[];
  const remove = (blob: Blob): readonly string[] =>
    bytesIdsOf('DELETE FROM sent_bytes WHERE service_id = ? AND blob_id = ? RETURNING bytes_id', ...keyOf(blob));
  const removeOld = (nowMs: number): readonly string[] => {
    // Found too old at looks that lie a day apart: a clock that is ahead for a while, or was behind, takes none.
    const oldSince = 'CASE WHEN sent_ms < ? THEN min(coalesce(old_since_ms, ?), ?) END';
    database.prepare(`UPDATE sent_bytes SET old_since_ms = ${oldSince}`).run(nowMs - dayMs, nowMs, nowMs);
    return bytesIdsOf('DELETE FROM sent_bytes WHERE old_since_ms <= ? RETURNING bytes_id', nowMs - dayMs);
  };
  return {
    bytesIds: () => bytesIdsOf('SELECT bytes_id FROM sent_bytes'),
    add: (sent: SentFile): readonly string[] =>
      database
        .transaction(() => {
          const gone = [...remove(sent), ...removeOld(sent.sentMs)];
          const values = [...keyOf(sent), sent.file.bytesId, JSON.stringify(sent.file), sent.sentMs];
          database.prepare('INSERT INTO sent_bytes VALUES (?, ?, ?, ?, ?, NULL)').run(...values);
          return gone;
        })
        .immediate(),
    find(blob: Blob): KeptFile | undefined {
      const select = 'SELECT file FROM sent_bytes WHERE service_id = ? AND blob_id = ?';
      const found = database
        .prepare(select)
        .pluck()
        .get(...keyOf(blob)) as string | undefined;
      return found === undefined ? undefined : (JSON.parse(found) as KeptFile);
    },
    remove,
    removeOld,
    /** A write that waits has them from now on. */
    handOver: ({ bytesId }: KeptFile): void =>
      void database.prepare('DELETE FROM sent_bytes WHERE bytes_id = ?').run(bytesId),
  };
}

function keyOf({ serviceId, blobId }: Blob): [string, string] {
  return [serviceId, String(blobId).toLowerCase()];
}
