/** The tables of the state database, and their indexes. */
export const tables = `
  CREATE TABLE library (
    library_id TEXT PRIMARY KEY, name TEXT NOT NULL, root TEXT NOT NULL UNIQUE,
    content_type TEXT NOT NULL, language_code TEXT,
    marker_id TEXT, last_scan_ms REAL, settings TEXT NOT NULL,
    -- Those it declares, each in one version: the keys of its files take them instead of what their headers say.
    programs TEXT NOT NULL
  ) STRICT;

  -- What files belong to where their headers do not say it. Unwritten: the links file of the library does not say it yet.
  CREATE TABLE file_link (
    library_id TEXT NOT NULL, path TEXT NOT NULL, link TEXT, unwritten INTEGER NOT NULL,
    PRIMARY KEY (library_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX file_link_unwritten ON file_link (library_id) WHERE unwritten = 1;

  -- The local tree: one row per CAD file seen. Not WITHOUT ROWID: SQLite then searches by the primary key's first
  -- column where the index on the content key is meant.
  CREATE TABLE local_file (
    library_id TEXT NOT NULL, path TEXT NOT NULL,
    size_bytes INTEGER NOT NULL, modified_ms REAL NOT NULL, inode TEXT NOT NULL,
    -- 0 while standing still is awaited; sha256 and key are then those of the last time it stood still.
    settled INTEGER NOT NULL,
    sha256 TEXT, content_key TEXT, missing TEXT, program TEXT,
    since_ms REAL NOT NULL, gone_since_ms REAL, problem TEXT,
    -- When its bytes are to be read again: they may have changed without a trace.
    reread_due_ms REAL, changed_ms REAL, fetched_from TEXT,
    -- The version of its program that its header says, and the key under which the service has it, or may have it,
    -- from before it got another one.
    program_version TEXT, left_key TEXT,
    -- The ETIM class of its key.
    class_code TEXT,
    PRIMARY KEY (library_id, path)
  ) STRICT;
  CREATE INDEX local_file_by_key ON local_file (library_id, content_key, path);
  -- Of files that have a number: an index of all files is what SQLite would read whole libraries by, in no order.
  CREATE INDEX local_file_by_inode ON local_file (library_id, inode) WHERE inode IS NOT NULL;
  -- Files to be read, files that are gone and files with a problem are few, and are asked for often.
  CREATE INDEX local_file_unread ON local_file (library_id) WHERE settled = 0;
  CREATE INDEX local_file_gone ON local_file (library_id) WHERE gone_since_ms IS NOT NULL;
  CREATE INDEX local_file_problem ON local_file (library_id) WHERE problem IS NOT NULL;
  -- The few files that came to be of another key are asked for by the one they had.
  CREATE INDEX local_file_left ON local_file (library_id, left_key) WHERE left_key IS NOT NULL;

  -- The remote tree: the newest version of each content key, per service.
  CREATE TABLE remote_item (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL, sha256 TEXT, size_bytes INTEGER, changed_ms REAL NOT NULL,
    base_filename TEXT NOT NULL, file_extension TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- The synced tree: what both sides last agreed on, per service. The service dates the version with changed_ms; the
  -- file had the date modified_ms: one with an earlier date was not made from it.
  CREATE TABLE synced_item (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    path TEXT NOT NULL, major INTEGER NOT NULL, minor INTEGER NOT NULL, sha256 TEXT NOT NULL, agreed_ms REAL NOT NULL,
    changed_ms REAL, modified_ms REAL,
    -- When the service told of this version; what a person decided while it was away says nothing of that.
    confirmed_ms REAL,
    -- The newest release that the service lost since, until there is one again.
    lost_major INTEGER,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- What was agreed before the last agreement: bytes among these are older than the newest, whatever their date.
  CREATE TABLE earlier_version (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, sha256 TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL, changed_ms REAL,
    PRIMARY KEY (library_id, service_id, content_key, sha256)
  ) STRICT, WITHOUT ROWID;

  -- Bytes that were sent since both sides last agreed: a lost answer leaves open whether they arrived.
  CREATE TABLE sent_draft (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key, sha256)
  ) STRICT, WITHOUT ROWID;

  -- How far the service's list of changes was read, per application version.
  CREATE TABLE poll_cursor (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL,
    application_name TEXT NOT NULL, application_version TEXT NOT NULL, newest_change_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, application_name, application_version)
  ) STRICT, WITHOUT ROWID;

  -- The service's lists that were last taken over whole, of everything and of changes after a day, by what it calls them:
  -- it need not send them again.
  CREATE TABLE seen_list (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL,
    application_name TEXT NOT NULL, application_version TEXT NOT NULL, everything INTEGER NOT NULL,
    after_date TEXT, tag TEXT, digest TEXT NOT NULL, refuses_tags INTEGER NOT NULL,
    files INTEGER NOT NULL, listed_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, application_name, application_version, everything)
  ) STRICT, WITHOUT ROWID;

  -- When a service last told everything it was asked about a library, and when it last listed everything it has.
  CREATE TABLE service_answer (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, answered_ms REAL NOT NULL, listed_ms REAL,
    PRIMARY KEY (library_id, service_id)
  ) STRICT, WITHOUT ROWID;

  -- Conflicts that are not resolved, and what a person chose in one until that is carried out.
  CREATE TABLE conflict (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL, kept_at TEXT NOT NULL, sha256 TEXT NOT NULL,
    their_changed_ms REAL, found_ms REAL NOT NULL, answer TEXT,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- Asked for in every turn.
  CREATE INDEX conflict_answered ON conflict (library_id, service_id) WHERE answer IS NOT NULL;

  -- Conflicts that a person ended, as long as that can be undone: what was chosen, and how it was before.
  CREATE TABLE ended_conflict (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- Versions kept beside files in conflict that are to be removed.
  CREATE TABLE unneeded_copy (
    library_id TEXT NOT NULL, kept_at TEXT NOT NULL, content_key TEXT, sha256 TEXT, PRIMARY KEY (library_id, kept_at)
  ) STRICT, WITHOUT ROWID;

  -- Removals, overwrites and rollbacks: those of this pass, those that a person is asked about, and what was answered.
  -- A rollback is about the bytes that it would send: what is said about them is said about no others.
  CREATE TABLE bounded_change (
    change_id INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL, kind TEXT NOT NULL,
    path TEXT NOT NULL, standing TEXT NOT NULL, at_ms REAL NOT NULL, sha256 TEXT,
    UNIQUE (library_id, service_id, content_key, kind)
  ) STRICT;

  CREATE INDEX bounded_change_undecided ON bounded_change (library_id, service_id, standing)
    WHERE standing IN ('asked', 'kept');
  -- Each file that was ever removed may have one.
  CREATE INDEX bounded_change_done ON bounded_change (library_id, service_id, kind, at_ms) WHERE standing = 'done';

  -- Files that are gone, and what a person said to that.
  CREATE TABLE removal (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    answer TEXT NOT NULL, major INTEGER NOT NULL, minor INTEGER NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  -- What a person wants in a library although nothing in it asks for it.
  CREATE TABLE wanted_key (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE queue_entry (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT, library_id TEXT NOT NULL, content_key TEXT NOT NULL,
    intent TEXT NOT NULL, operation TEXT NOT NULL, priority INTEGER NOT NULL, waits_for TEXT NOT NULL,
    -- The service that a person asked for a release; it is made nowhere else.
    service_id TEXT,
    attempts INTEGER NOT NULL, next_try_ms REAL NOT NULL, error TEXT, created_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX queue_entry_by_key ON queue_entry (library_id, content_key);
  CREATE INDEX queue_entry_by_time ON queue_entry (next_try_ms)
    WHERE (waits_for = 'time' OR waits_for = 'service' OR waits_for = 'draft' OR waits_for = 'lift');
  CREATE INDEX queue_entry_transfers ON queue_entry (waits_for, priority DESC, entry_id) WHERE operation <> 'release';
  CREATE INDEX queue_entry_releases ON queue_entry (waits_for, entry_id) WHERE operation = 'release';

  -- What is true of each file, and of each key without one, as it was last judged with a service: the one place that
  -- is asked. Its subject is a file's path, or a slash and a key. It holds until until_ms, where that is said.
  CREATE TABLE verdict (
    library_id TEXT NOT NULL, subject TEXT NOT NULL, content_key TEXT, service_id TEXT NOT NULL,
    kind TEXT NOT NULL, verdict TEXT NOT NULL, state TEXT, version TEXT, entry_id INTEGER, until_ms REAL,
    -- Whether a person can have it published, and does not wait for that already.
    publishable INTEGER NOT NULL,
    PRIMARY KEY (library_id, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX verdict_by_key ON verdict (library_id, content_key);
  CREATE INDEX verdict_not_in_step ON verdict (library_id, kind) WHERE kind <> 'inStep';
  CREATE INDEX verdict_for_a_while ON verdict (until_ms) WHERE until_ms IS NOT NULL;

  -- Files and keys of which something changed since they were judged.
  CREATE TABLE dirty (
    library_id TEXT NOT NULL, path TEXT NOT NULL, content_key TEXT NOT NULL,
    PRIMARY KEY (library_id, path, content_key)
  ) STRICT, WITHOUT ROWID;

  -- Replaced files in the backup folder: why each is there, and which version of which service has the same bytes. A
  -- service without a version is known to have none with them. The service dates that version with changed_ms. When the
  -- copy was noted, kept_day was the last day counted; copy_id tells what was noted first, whatever the clock showed.
  CREATE TABLE backup_copy (
    copy_id INTEGER PRIMARY KEY,
    library_id TEXT NOT NULL, kept_at TEXT NOT NULL, path TEXT NOT NULL, kept_ms REAL NOT NULL, reason TEXT NOT NULL,
    content_key TEXT, sha256 TEXT, replaced_by TEXT, version TEXT, service_id TEXT, changed_ms REAL,
    kept_day INTEGER NOT NULL,
    UNIQUE (library_id, kept_at)
  ) STRICT;
  -- The newest are asked for in every turn.
  CREATE INDEX backup_copy_by_time ON backup_copy (library_id, kept_ms DESC, path);
  -- In the order in which they are asked for: else SQLite goes through all of them by time.
  CREATE INDEX backup_copy_by_bytes ON backup_copy (library_id, sha256, kept_ms DESC, path);
  CREATE INDEX backup_copy_by_key ON backup_copy (library_id, content_key, kept_ms DESC, path);
  -- One file may have thousands of copies, and thousands of families that were begun from one template the same bytes.
  CREATE INDEX backup_copy_by_key_and_bytes ON backup_copy (library_id, content_key, sha256, kept_ms DESC, path);
  CREATE INDEX backup_copy_by_path ON backup_copy (library_id, path, kept_ms DESC);
  -- How many there are is told with every change.
  CREATE INDEX backup_copy_saved_late ON backup_copy (library_id) WHERE reason = 'savedLate';

  -- The days that the app has seen pass, and what the clock showed then: a row a day, all of which stay.
  CREATE TABLE counted_day (day INTEGER PRIMARY KEY, date_ms REAL NOT NULL) STRICT;

  -- Downloads that are on their way or broke off: whose bytes the file holds, and how many of them are durable.
  CREATE TABLE incoming_part (
    library_id TEXT NOT NULL, service_id TEXT NOT NULL, content_key TEXT NOT NULL,
    major INTEGER NOT NULL, minor INTEGER NOT NULL,
    path TEXT NOT NULL, entity_tag TEXT, durable_bytes INTEGER NOT NULL, noted_ms REAL NOT NULL,
    PRIMARY KEY (library_id, service_id, content_key, major, minor)
  ) STRICT, WITHOUT ROWID;

  -- Lock files, by their date, of which a person said that nobody has the drawing open.
  CREATE TABLE ignored_lock (
    library_id TEXT NOT NULL, path TEXT NOT NULL, modified_ms REAL NOT NULL, PRIMARY KEY (library_id, path)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE activity (
    activity_id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms REAL NOT NULL, library_id TEXT, record TEXT NOT NULL
  ) STRICT;

  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE class_name (
    class_code TEXT NOT NULL, language_code TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (class_code, language_code)
  ) STRICT, WITHOUT ROWID`;

/**
 * What was on its way to a library that was removed meanwhile leaves no file that belongs to none: such a row is not
 * written.
 */
export const onlyOfLibraries = `CREATE TRIGGER local_file_of_library BEFORE INSERT ON local_file
  WHEN NOT EXISTS (SELECT 1 FROM library WHERE library_id = NEW.library_id) BEGIN SELECT RAISE(IGNORE); END`;
