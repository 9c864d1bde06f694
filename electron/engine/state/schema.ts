import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../ports.ts';

/** Each entry brings the state database one version further; an entry that was released is never changed. */
const migrations: readonly string[] = [
  `
  CREATE TABLE library (
    library_id TEXT PRIMARY KEY, name TEXT NOT NULL, root TEXT NOT NULL UNIQUE,
    application_name TEXT NOT NULL, application_version TEXT NOT NULL, content_type TEXT NOT NULL, language_code TEXT,
    marker_id TEXT, last_scan_ms REAL
  ) STRICT;

  -- The local tree: one row per CAD file seen. Not WITHOUT ROWID: SQLite then searches by the primary key's first
  -- column where the index on the content key is meant.
  CREATE TABLE local_file (
    library_id TEXT NOT NULL, path TEXT NOT NULL,
    size_bytes INTEGER NOT NULL, modified_ms REAL NOT NULL, inode TEXT NOT NULL,
    -- 0 while standing still is awaited; sha256 and key are then those of the last time it stood still.
    settled INTEGER NOT NULL,
    sha256 TEXT, content_key TEXT, missing TEXT, program TEXT,
    since_ms REAL NOT NULL, gone_since_ms REAL, problem TEXT,
    PRIMARY KEY (library_id, path)
  ) STRICT;
  CREATE INDEX local_file_by_key ON local_file (library_id, content_key, path);

  -- The remote tree: the newest version of each content key, per service.
  CREATE TABLE remote_item (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL, sha256 TEXT, size_bytes INTEGER, changed_ms REAL NOT NULL,
    base_filename TEXT NOT NULL, file_extension TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- The synced tree: what both sides last agreed on, per service.
  CREATE TABLE synced_item (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    path TEXT NOT NULL, major INTEGER NOT NULL, minor INTEGER NOT NULL, sha256 TEXT NOT NULL, agreed_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE conflict (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL, kept_at TEXT NOT NULL, their_changed_ms REAL, found_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- How far the service's list of changes was read, per application version.
  CREATE TABLE poll_cursor (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL,
    application_name TEXT NOT NULL, application_version TEXT NOT NULL, newest_change_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, application_name, application_version)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE queue_entry (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT, library_id TEXT NOT NULL, content_key TEXT NOT NULL,
    intent TEXT NOT NULL, operation TEXT NOT NULL, priority INTEGER NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, next_try_ms REAL NOT NULL, error TEXT, created_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX queue_entry_by_key ON queue_entry (library_id, content_key);
  CREATE INDEX queue_entry_by_time ON queue_entry (state, next_try_ms);
  CREATE INDEX queue_entry_transfers ON queue_entry (state, priority DESC, entry_id) WHERE operation <> 'release';
  CREATE INDEX queue_entry_releases ON queue_entry (state, entry_id) WHERE operation = 'release';

  CREATE TABLE activity (
    activity_id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms REAL NOT NULL, library_id TEXT, record TEXT NOT NULL
  ) STRICT;

  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE class_name (
    class_code TEXT NOT NULL, language_code TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (class_code, language_code)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Replaced files in the backup folder: why each is there, and which version of the service has the same bytes.
  CREATE TABLE backup_copy (
    library_id TEXT NOT NULL, kept_at TEXT NOT NULL, path TEXT NOT NULL, kept_ms REAL NOT NULL, reason TEXT NOT NULL,
    content_key TEXT, sha256 TEXT, replaced_by TEXT, version TEXT,
    PRIMARY KEY (library_id, kept_at)
  ) STRICT, WITHOUT ROWID;

  -- Downloads that are on their way or broke off: whose bytes the file holds, and how many of them are durable.
  CREATE TABLE incoming_part (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL,
    path TEXT NOT NULL, entity_tag TEXT, durable_bytes INTEGER NOT NULL, noted_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key, major, minor)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Bytes that were sent since both sides last agreed: a lost answer leaves open whether they arrived.
  CREATE TABLE sent_draft (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key, sha256)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Removals and overwrites: those of this pass, those that a person is asked about, and what was answered.
  CREATE TABLE bounded_change (
    change_id INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, kind TEXT NOT NULL,
    path TEXT NOT NULL, standing TEXT NOT NULL, at_ms REAL NOT NULL,
    UNIQUE (library_id, service_id, content_key, kind)
  ) STRICT;
  -- What was removed before removals were counted is not asked about afterwards.
  INSERT INTO bounded_change (library_id, service_id, content_key, kind, path, standing, at_ms)
    SELECT s.library_id, s.service_id, s.content_key, 'removal', s.path, 'done', 0 FROM synced_item AS s
    WHERE NOT EXISTS (SELECT 1 FROM local_file AS f
      WHERE f.library_id = s.library_id AND f.content_key = s.content_key AND f.gone_since_ms IS NULL);
  `,
  // When the service dates the agreed version: what it dates later was made after it.
  'ALTER TABLE synced_item ADD COLUMN changed_ms REAL;',
  `
  -- Lock files, by their date, of which a person said that nobody has the drawing open.
  CREATE TABLE ignored_lock (
    library_id TEXT NOT NULL, path TEXT NOT NULL, modified_ms REAL NOT NULL, PRIMARY KEY (library_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Files to be read and files that are gone are few, and are asked for often.
  CREATE INDEX local_file_unread ON local_file (library_id) WHERE settled = 0;
  CREATE INDEX local_file_gone ON local_file (library_id) WHERE gone_since_ms IS NOT NULL;
  `,
  `
  -- When a service last told everything it was asked about a library: what may be called confirmed is measured by it.
  CREATE TABLE service_answer (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, answered_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE library ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

  -- What the settings of a library keep from being done, as the planner said it last.
  CREATE TABLE held_back (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    would TEXT NOT NULL, because TEXT NOT NULL, major INTEGER, minor INTEGER,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- Files that are gone, and what a person said to that.
  CREATE TABLE removal (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    answer TEXT NOT NULL, major INTEGER NOT NULL, minor INTEGER NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- When the bytes of a file that was read are to be read again: they may have changed without a trace.
  ALTER TABLE local_file ADD COLUMN reread_due_ms REAL;
  -- What was read before is spread over the hours of the next fifteen days.
  UPDATE local_file SET reread_due_ms = unixepoch() * 1000.0 + (rowid % 360) * 3600000.0 WHERE sha256 IS NOT NULL;
  `,
  'ALTER TABLE local_file ADD COLUMN changed_ms REAL;',
  'ALTER TABLE local_file ADD COLUMN fetched_from TEXT;',
  `
  -- The date of the agreed file: one with an earlier date was not made from it.
  ALTER TABLE synced_item ADD COLUMN modified_ms REAL;
  UPDATE synced_item SET modified_ms = (SELECT f.modified_ms FROM local_file AS f WHERE f.library_id = synced_item.library_id
    AND f.path = synced_item.path AND f.sha256 = synced_item.sha256 AND f.settled = 1);

  -- What was agreed before the last agreement: bytes among these are older than the newest, whatever their date.
  CREATE TABLE earlier_version (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, sha256 TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key, sha256)
  ) STRICT, WITHOUT ROWID;

  -- The bytes that a rollback would send: what is said about them is said about no others.
  ALTER TABLE bounded_change ADD COLUMN sha256 TEXT;
  `,
  `
  -- What a person chose in a conflict, until it is carried out.
  ALTER TABLE conflict ADD COLUMN answer TEXT;

  -- Versions kept beside files in conflict that are to be removed.
  CREATE TABLE unneeded_copy (
    library_id TEXT NOT NULL, kept_at TEXT NOT NULL, PRIMARY KEY (library_id, kept_at)
  ) STRICT, WITHOUT ROWID;
  `,
  // When a service last listed everything it has for a library: until that is an interval ago, its changes are enough.
  'ALTER TABLE service_answer ADD COLUMN listed_ms REAL;',
  `
  -- What files belong to where their headers do not say it. Unwritten: the links file of the library does not say it yet.
  CREATE TABLE file_link (
    library_id TEXT NOT NULL, path TEXT NOT NULL, link TEXT, unwritten INTEGER NOT NULL,
    PRIMARY KEY (library_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX file_link_unwritten ON file_link (library_id) WHERE unwritten = 1;
  -- What was remembered as one text is read again from the links file.
  DELETE FROM setting WHERE name LIKE 'links of %';
  `,
  `
  -- Of several libraries for one program the first goes on fetching everything, the others only what is their own.
  UPDATE library SET settings = json_set(settings, '$.fetch', 'own') WHERE EXISTS (SELECT 1 FROM library AS first
    WHERE first.application_name = library.application_name
      AND first.application_version = library.application_version AND first.rowid < library.rowid);
  `,
  `
  -- A library declares programs, each in one version: its files' keys take them instead of what their headers say.
  ALTER TABLE library ADD COLUMN programs TEXT NOT NULL DEFAULT '[]';
  UPDATE library SET programs = json_array(json_object('name', application_name, 'version', application_version));
  ALTER TABLE library DROP COLUMN application_name;
  ALTER TABLE library DROP COLUMN application_version;
  -- The version of its program that the file's header says, and the key it was agreed on under before its own.
  ALTER TABLE local_file ADD COLUMN program_version TEXT;
  ALTER TABLE local_file ADD COLUMN left_key TEXT;
  UPDATE local_file SET settled = 0 WHERE gone_since_ms IS NULL AND problem IS NULL;
  `,
];

/** The version of the schema that this app writes. */
export const schemaVersion = migrations.length;

/** The version of the schema that a database has; 0 for an empty one. */
export function schemaVersionOf(database: Database): number {
  return (database.get('PRAGMA user_version') as { user_version: number }).user_version;
}

/**
 * Brings the state database to this version of the schema.
 * @throws AppError `state-unreadable` when a newer version of the app wrote it
 */
export function migrate(database: Database): void {
  const version = schemaVersionOf(database);
  if (version > schemaVersion) {
    throw new AppError('state-unreadable', {
      detail: `The state was written by a newer version of this app (schema ${version}, this app knows ${schemaVersion}).`,
    });
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      for (const statement of statementsOf(migration)) database.run(statement);
      database.run(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function statementsOf(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
