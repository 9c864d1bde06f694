-- The state as the first version of the app wrote it: one library, one file, one upload that waits.
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

INSERT INTO library VALUES ('valves', 'Valves', '/libraries/valves', 'Revit', '2025', 'Template', NULL, 'marker of valves', 1770000000000);
INSERT INTO local_file VALUES ('valves', 'EC000001/MC000001/valve.rfa', 5, 1770000000000, '7', 1, 'aa', 'Revit/2025/EC000001/1/MC000001/1/Template', NULL, NULL, 1770000000000, NULL, NULL);
INSERT INTO queue_entry (library_id, content_key, intent, operation, priority, state, attempts, next_try_ms, created_ms)
  VALUES ('valves', 'Revit/2025/EC000001/1/MC000001/1/Template', '{"operation":"upload","path":"EC000001/MC000001/valve.rfa","sha256":"aa"}', 'upload', 0, 'waiting', 0, 0, 1770000000000);
PRAGMA user_version = 1;
