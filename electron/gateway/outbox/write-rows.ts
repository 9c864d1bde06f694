import { z } from 'zod';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { openOutboxFile, toOutboxError } from './outbox-file.ts';
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

/**
 * The writes of a database; all of it is durable when it returns. Every call throws AppError `disk-full` while there is no
 * room, `state-out-of-reach` where the system refuses it.
 * @param hasBytes whether bytes are there that belong to it
 * @throws AppError as `openOutboxFile`
 */
export function openWriteRows(path: string, hasBytes: boolean) {
  const database = openOutboxFile(path, hasBytes);
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      throw toOutboxError(thrown, path);
    }
  };
  const transact = database.transaction((work: () => unknown) => work());
  const together = <T>(work: () => T): T => inWords(() => transact.immediate(work) as T);
  const run = (text: string, ...values: (string | number)[]): number =>
    inWords(() => Number(database.prepare(text).run(...values).lastInsertRowid));
  const sentRows = createSentRows(database);
  return {
    ...createToldRows(database),
    sent: sentRows,
    /** @throws besides, where another version of the app wrote one in a form of its own */
    all: (): readonly Write[] =>
      inWords(() => database.prepare('SELECT * FROM write ORDER BY write_id').all() as WriteRow[]).map(readWrite),
    add: ({ serviceId, operation, wasTried }: NewWrite, record: WriteRecord): number =>
      together(() => {
        if (record.file) sentRows.handOver(record.file);
        return run(
          'INSERT INTO write (service_id, operation, record, tried) VALUES (?, ?, ?, ?)',
          ...[serviceId, operation, JSON.stringify(record), Number(wasTried)],
        );
      }),
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
      together(() => {
        for (const { serviceId, writeId } of writes) {
          for (const pair of meanings) run('INSERT OR REPLACE INTO meaning VALUES (?, ?, ?)', serviceId, ...pair);
          run('DELETE FROM write WHERE write_id = ?', writeId);
        }
        return sent.flatMap((one) => sentRows.add(one));
      }),
    meaningOf: (serviceId: string, provisional: string): string | undefined => {
      const select = 'SELECT real FROM meaning WHERE service_id = ? AND provisional = ?';
      return inWords(() => database.prepare(select).pluck().get(serviceId, provisional) as string | undefined);
    },
    close: (): void => void database.close(),
  };
}

/** What is read of a record before anybody asks for its parts: above all, which bytes are its own. */
const knownRecord = z.looseObject({
  input: z.looseObject({ params: z.looseObject({}) }),
  file: z.looseObject({ bytesId: z.string(), fileName: z.string() }).optional(),
  needs: z.array(z.string()),
  subjects: z.array(z.string()),
  title: z.string(),
});

function readWrite(row: WriteRow): Write {
  const record = knownRecord.parse(JSON.parse(row.record)) as unknown as WriteRecord;
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
