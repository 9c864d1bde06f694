/**
 * What makes a verdict old: each fact, when it is written, marks the file or key that it is about, in the same
 * transaction, whoever writes it. So no code has to remember it, and no crash comes between.
 */
export const dirtyTriggers: readonly string[] = [
  // A file of one library says where the file of a key stands for the others too.
  ...onChange('local_file', {
    columns: 'settled, sha256, content_key, missing, gone_since_ms, problem, fetched_from',
    marks: (row) => [
      mark(`${row}.library_id`, `${row}.path`, "''"),
      mark('library.library_id', "''", `${row}.content_key`, `FROM library WHERE ${row}.content_key IS NOT NULL AND`),
    ],
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

function markInAll(row: 'OLD' | 'NEW'): string[] {
  return [mark('library.library_id', "''", `${row}.content_key`, 'FROM library WHERE')];
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
  return [
    `INSERT INTO dirty SELECT * FROM (${notInStep} UNION ${missed} UNION ${notJudged}) AS found
     WHERE NOT EXISTS (SELECT 1 FROM dirty AS known WHERE known.library_id = found.library_id
       AND known.path = '' AND known.content_key = found.content_key)`,
  ];
}

/** In a trigger the statement that fires it says what becomes of a clash, so there must be none. */
function mark(libraryId: string, path: string, key: string, where = 'WHERE'): string {
  return `INSERT INTO dirty SELECT ${libraryId}, ${path}, ${key} ${where} NOT EXISTS (SELECT 1 FROM dirty AS known
    WHERE known.library_id = ${libraryId} AND known.path = ${path} AND known.content_key = ${key})`;
}

/** @param columns those that a verdict is made from */
function onChange(
  table: string,
  { columns, marks }: { readonly columns: string; readonly marks: (row: 'OLD' | 'NEW') => readonly string[] },
): string[] {
  const trigger = (moment: string, event: string, rows: readonly ('OLD' | 'NEW')[]): string =>
    `CREATE TRIGGER ${table}_${moment} AFTER ${event} ON ${table} BEGIN ${rows.flatMap(marks).join('; ')}; END`;
  return [
    trigger('inserted', 'INSERT', ['NEW']),
    trigger('updated', `UPDATE OF ${columns}`, ['OLD', 'NEW']),
    trigger('deleted', 'DELETE', ['OLD']),
  ];
}
