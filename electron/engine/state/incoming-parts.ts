import type { Database } from '../ports.ts';
import { columns, contentKey, newRow, number, optionalText, text, version, type RowOf } from './row.ts';
import { insert, sql } from './sql.ts';

/** Bytes of a version that have arrived so far, in a file beside the place they are meant for. */
export type IncomingPart = RowOf<typeof incomingPart>;

/** Of which version of which key on which service the bytes are. */
type PartOrigin = Pick<IncomingPart, 'serviceId' | 'key' | 'version'>;

const incomingPart = columns({
  serviceId: text('service_id'),
  key: contentKey,
  version,
  path: text('path'),
  /** The strong entity tag (with its quotes) of the answer they came with. */
  entityTag: optionalText('entity_tag'),
  /** So many of its first bytes were flushed to the disk. */
  durableBytes: number('durable_bytes'),
  notedMs: number('noted_ms'),
});

/** What is known of downloads that are on their way or broke off, so that the next try goes on where they ended. */
export function createIncomingParts(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;
  /** Parts that a download of this run works on: no other one touches them. */
  const inUse = new Set<string>();

  return {
    inUse,

    find: ({ serviceId, key, version: { major, minor } }: PartOrigin): IncomingPart | undefined =>
      database.get(
        sql`SELECT * FROM incoming_part WHERE ${mine} AND service_id = ${serviceId} AND content_key = ${key}
          AND major = ${major} AND minor = ${minor}`,
        incomingPart,
      ),

    note(part: IncomingPart): void {
      const row = { library_id: libraryId, ...newRow(incomingPart, part) };
      database.run(insert('incoming_part', row, 'OR REPLACE'));
    },

    forget(path: string): void {
      database.run(sql`DELETE FROM incoming_part WHERE ${mine} AND path = ${path}`);
    },

    all: (): IncomingPart[] => database.all(sql`SELECT * FROM incoming_part WHERE ${mine}`, incomingPart),
  };
}

export type IncomingParts = ReturnType<typeof createIncomingParts>;
