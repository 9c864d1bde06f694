import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { openOutboxFile } from './outbox-file.ts';
import { createSentRows, type SentFile } from './sent-rows.ts';
import { createToldRows } from './told-rows.ts';
import type { Write, WriteId, WriteRecord } from './write.ts';

interface WriteRow {
  readonly write_id: number;
  readonly service_id: string;
  readonly operation: string;
  readonly record: string;
  readonly tried: number;
  readonly failures: number;
  readonly error: string | null;
}

/** What a write begins with; `wasTried`: it may have been done already. */
export type NewWrite = Pick<Write, 'serviceId' | 'operation' | 'wasTried'>;

/** What the end of a write leaves: what ids mean from now on, and bytes that the service has no version of yet. */
interface Left {
  readonly meanings: readonly (readonly [string, string])[];
  readonly sent: readonly SentFile[];
}

/** The writes of a database; all of it is durable when it returns. @throws AppError `writes-unreadable` */
export function openWriteRows(path: string) {
  const database = openOutboxFile(path);
  const run = (text: string, ...values: (string | number)[]): number =>
    Number(database.prepare(text).run(...values).lastInsertRowid);
  const sentRows = createSentRows(database);
  return {
    ...createToldRows(database),
    sent: sentRows,
    all: (): readonly Write[] =>
      // The tables are this room's own, and strict.
      (database.prepare('SELECT * FROM write ORDER BY write_id').all() as WriteRow[]).map(readWrite),
    add: ({ serviceId, operation, wasTried }: NewWrite, record: WriteRecord): number =>
      database
        .transaction(() => {
          if (record.file) sentRows.handOver(record.file);
          return run(
            'INSERT INTO write (service_id, operation, record, tried) VALUES (?, ?, ?, ?)',
            ...[serviceId, operation, JSON.stringify(record), Number(wasTried)],
          );
        })
        .immediate(),
    noteTried: (writeId: number): void => void run('UPDATE write SET tried = 1 WHERE write_id = ?', writeId),
    noteFailed: (writeId: number): void =>
      void run('UPDATE write SET failures = failures + 1 WHERE write_id = ?', writeId),
    refuse: (writeId: number, error: ErrorRecord): void =>
      void run('UPDATE write SET error = ? WHERE write_id = ?', JSON.stringify(error), writeId),
    /** It counts as never refused. */
    begin: (writeId: number): void =>
      void run('UPDATE write SET error = NULL, failures = 0 WHERE write_id = ?', writeId),
    /** @returns the ids of bytes that others took the place of */
    finish: (writes: readonly Write[], { meanings, sent }: Left): readonly string[] =>
      database
        .transaction(() => {
          for (const { serviceId, writeId } of writes) {
            for (const pair of meanings) run('INSERT OR REPLACE INTO meaning VALUES (?, ?, ?)', serviceId, ...pair);
            run('DELETE FROM write WHERE write_id = ?', writeId);
          }
          return sent.flatMap((one) => sentRows.add(one));
        })
        .immediate(),
    meaningOf: (serviceId: string, provisional: string): string | undefined => {
      const select = 'SELECT real FROM meaning WHERE service_id = ? AND provisional = ?';
      return database.prepare(select).pluck().get(serviceId, provisional) as string | undefined;
    },
    close: (): void => void database.close(),
  };
}

function readWrite(row: WriteRow): Write {
  const record = JSON.parse(row.record) as WriteRecord;
  return {
    ...record,
    writeId: row.write_id,
    serviceId: row.service_id,
    operation: row.operation as WriteId,
    wasTried: row.tried === 1,
    failures: row.failures,
    error: row.error === null ? undefined : (JSON.parse(row.error) as ErrorRecord),
  };
}
