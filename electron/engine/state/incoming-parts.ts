import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import { rowOf, type Row } from './row.ts';

/** Of which version of which key on which service the bytes are. */
export interface PartOrigin {
  readonly serviceId: string;
  readonly key: ContentKeyText;
  readonly version: Version;
}

/** Bytes of a version that have arrived so far, in a file beside the place they are meant for. */
export interface IncomingPart extends PartOrigin {
  readonly path: string;
  /** The strong entity tag (with its quotes) of the answer they came with. */
  readonly entityTag?: string | undefined;
  /** So many of its first bytes were flushed to the disk. */
  readonly durableBytes: number;
  readonly notedMs: number;
}

/** What is known of downloads that are on their way or broke off, so that the next try goes on where they ended. */
export function createIncomingParts(database: Database, libraryId: string) {
  /** Parts that a download of this run works on: no other one touches them. */
  const inUse = new Set<string>();

  return {
    inUse,

    find({ serviceId, key, version }: PartOrigin): IncomingPart | undefined {
      const row = database.get(
        `SELECT * FROM incoming_part WHERE library_id = ? AND service_id = ? AND content_key = ? AND major = ? AND minor = ?`,
        libraryId,
        serviceId,
        key,
        version.major,
        version.minor,
      );
      return row === undefined ? undefined : readPart(rowOf(row));
    },

    note(part: IncomingPart): void {
      database.run(
        'INSERT OR REPLACE INTO incoming_part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        part.serviceId,
        part.key,
        part.version.major,
        part.version.minor,
        part.path,
        part.entityTag ?? null,
        part.durableBytes,
        part.notedMs,
      );
    },

    forget(path: string): void {
      database.run('DELETE FROM incoming_part WHERE library_id = ? AND path = ?', libraryId, path);
    },

    all: (): IncomingPart[] =>
      database.all('SELECT * FROM incoming_part WHERE library_id = ?', libraryId).map(rowOf).map(readPart),
  };
}

export type IncomingParts = ReturnType<typeof createIncomingParts>;

function readPart(row: Row): IncomingPart {
  return {
    serviceId: row.text('service_id'),
    key: row.text('content_key') as ContentKeyText,
    version: { major: row.number('major'), minor: row.number('minor') },
    path: row.text('path'),
    entityTag: row.optionalText('entity_tag'),
    durableBytes: row.number('durable_bytes'),
    notedMs: row.number('noted_ms'),
  };
}
