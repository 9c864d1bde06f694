/**
 * What makes a verdict old: each fact, when it is written, marks the file or key that it is about, in the same
 * transaction, whoever writes it. So no code has to remember it, and no crash comes between.
 *
 * What is marked already stays so by `OR IGNORE`, in place of which SQLite takes what the statement that fires a trigger
 * says of clashes: none of these tables is written with `OR ABORT` or `ON CONFLICT`, which both make one an error.
 */
export const dirtyTriggers: readonly string[] = [
  // A file of one library says where the file of a key stands for the others too.
  ...onChange('local_file', {
    columns: 'settled, sha256, content_key, missing, gone_since_ms, problem, fetched_from',
    marks: (row) => [mark(`${row}.library_id`, `${row}.path`, "''"), ...markKeyOfFile(row)],
    marksBefore: markKeyOfFile,
  }),
  ...onChange('remote_item', { columns: 'major, minor, sha256, changed_ms', marks: markKey }),
  ...onChange('synced_item', { columns: 'path, major, minor, sha256, lost_major', marks: markKey }),
  ...onChange('conflict', { columns: 'major, minor', marks: markKey }),
  ...onChange('bounded_change', { columns: 'kind, standing, sha256', marks: markKey }),
  ...onChange('removal', { columns: 'answer, major, minor', marks: markKey }),
  ...onChange('queue_entry', { columns: 'intent, waits_for, error', marks: markKey }),
  // What one library is for says what belongs to the others too. What is in step is so whatever they are set to, but for
  // a release that the service lost: it is missed where another one can be made.
  ...onChange('library', { columns: 'settings, programs', marks: markEverythingElse }),
  // What a person wants in one library belongs there, and so not to the others.
  ...onChange('wanted_key', { columns: 'content_key', marks: markInAll }),
];

function markKeyOfFile(row: 'OLD' | 'NEW'): string[] {
  return [mark('library.library_id', "''", `${row}.content_key`, `FROM library WHERE ${row}.content_key IS NOT NULL`)];
}

function markInAll(row: 'OLD' | 'NEW'): string[] {
  return [mark('library.library_id', "''", `${row}.content_key`, 'FROM library')];
}

function markKey(row: 'OLD' | 'NEW'): string[] {
  return [mark(`${row}.library_id`, "''", `${row}.content_key`)];
}

function markEverythingElse(): string[] {
  const notInStep =
    "SELECT library_id, '', content_key FROM verdict WHERE kind <> 'inStep' AND content_key IS NOT NULL";
  const missed = "SELECT library_id, '', content_key FROM synced_item WHERE lost_major IS NOT NULL";
  const notJudged = `SELECT library_id, '', content_key FROM remote_item AS r WHERE NOT EXISTS
    (SELECT 1 FROM verdict AS v WHERE v.library_id = r.library_id AND v.content_key = r.content_key)`;
  return [`INSERT OR IGNORE INTO dirty SELECT * FROM (${notInStep} UNION ${missed} UNION ${notJudged})`];
}

function mark(libraryId: string, path: string, key: string, from = ''): string {
  return `INSERT OR IGNORE INTO dirty SELECT ${libraryId}, ${path}, ${key} ${from}`;
}

interface Observed {
  /** Those that a verdict is made from. */
  readonly columns: string;
  readonly marks: (row: 'OLD' | 'NEW') => readonly string[];
  /** What an update marks besides, where it may be about something else afterwards. */
  readonly marksBefore?: (row: 'OLD') => readonly string[];
}

function onChange(table: string, { columns, marks, marksBefore = () => [] }: Observed): string[] {
  const trigger = (moment: string, event: string, marked: readonly string[]): string =>
    `CREATE TRIGGER ${table}_${moment} AFTER ${event} ON ${table} BEGIN ${marked.join('; ')}; END`;
  return [
    trigger('inserted', 'INSERT', marks('NEW')),
    trigger('updated', `UPDATE OF ${columns}`, [...marksBefore('OLD'), ...marks('NEW')]),
    trigger('deleted', 'DELETE', marks('OLD')),
  ];
}
