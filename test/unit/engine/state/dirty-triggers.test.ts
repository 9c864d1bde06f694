import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBoundedChanges } from '../../../../electron/engine/state/bounded-changes.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import type { SqlValue } from '../../../../electron/engine/ports.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createServiceTrees } from '../../../../electron/engine/state/service-trees.ts';
import { createVerdicts, subjectOfKey } from '../../../../electron/engine/state/verdicts.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const sha256 = 'a'.repeat(64) as Sha256;
const libraryId = 'library';

let database: ReturnType<typeof openSqlite>;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
});
afterEach(() => database.close());

const all = (text: string): readonly unknown[] => database.all({ text, values: [] }, (row) => row);
const run = (text: string, ...values: readonly SqlValue[]): unknown => database.run({ text, values });

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const columnsOf = (table: string): Column[] => all(`PRAGMA table_info(${table})`) as Column[];

/** A row of a table, of this library and key; what else stands in it does not matter. */
function insert(table: string): void {
  const known: Readonly<Record<string, string>> = { library_id: libraryId, content_key: key, path: 'pump.rfa' };
  const columns = columnsOf(table).filter(({ name, notnull, pk }) => notnull === 1 || pk > 0 || name in known);
  const values = columns.map(({ name, type }) => known[name] ?? (type === 'TEXT' ? 'some' : 1));
  const names = columns.map(({ name }) => name);
  run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...values);
}

/** What is to be judged again; from now on nothing is. */
function takeMarks(): readonly unknown[] {
  const marks = all('SELECT path, content_key FROM dirty ORDER BY path');
  run('DELETE FROM dirty');
  return marks;
}

const marked = { path: '', content_key: key };

/** Columns of which a verdict is made; what else a fact has, nobody judges by. */
const judgedBy: Readonly<Record<string, readonly string[]>> = {
  remote_item: ['major', 'minor', 'sha256', 'changed_ms'],
  synced_item: ['path', 'major', 'minor', 'sha256', 'lost_major'],
  conflict: ['major', 'minor'],
  bounded_change: ['kind', 'standing', 'sha256'],
  removal: ['answer', 'major', 'minor'],
  queue_entry: ['intent', 'waits_for', 'error'],
};

describe.each(Object.entries(judgedBy))('a fact in %s', (table, columns) => {
  it('has its key judged again when it comes and goes', () => {
    insert(table);
    expect(takeMarks()).toEqual([marked]);
    run(`DELETE FROM ${table}`);
    expect(takeMarks()).toEqual([marked]);
  });

  it('has its key judged again when what is judged by changes, and else leaves it alone', () => {
    insert(table);
    takeMarks();
    const others = columnsOf(table).filter(({ name, pk }) => pk === 0 && !['library_id', 'content_key'].includes(name));
    for (const { name, type } of others) {
      run(`UPDATE ${table} SET ${name} = ?`, type === 'TEXT' ? 'other' : 2);
      expect([name, takeMarks()]).toEqual([name, columns.includes(name) ? [marked] : []]);
    }
  });

  it('marks its key once', () => {
    insert(table);
    run(`UPDATE ${table} SET ${columns[0]} = ${columns[0]}`);
    expect(takeMarks()).toEqual([marked]);
  });
});

const libraries = (): void => {
  for (const id of [libraryId, 'other'])
    run(
      "INSERT INTO library (library_id, name, root, content_type, settings, programs) VALUES (?, '', ?, '', '{}', '[]')",
      id,
      id,
    );
  takeMarks();
};

it('a file has its path judged again, and its key in every library', () => {
  libraries();
  insert('local_file');
  const marks = [
    { library_id: libraryId, path: '', content_key: key },
    { library_id: libraryId, path: 'pump.rfa', content_key: '' },
    { library_id: 'other', path: '', content_key: key },
  ];
  expect(all('SELECT * FROM dirty ORDER BY library_id, path')).toEqual(marks);
});

it('what is written again while it is still to be judged is written, and judged once', () => {
  libraries();
  const files = createLocalFiles(database, libraryId);
  const trees = createServiceTrees(database, libraryId, 'service');
  const changes = createBoundedChanges(database, libraryId, 'service');
  const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
  const conflict = { theirVersion: { major: 1, minor: 0 }, keptAt: 'kept.rfa', sha256 };
  const write = (minor: number): void => {
    const version = { major: 1, minor };
    files.noteChanged('pump.rfa', { ...stat, modifiedMs: minor }, minor);
    files.noteRead('pump.rfa', { ...stat, modifiedMs: minor }, { key, sha256 }, minor);
    trees.noteRemote(key, { version, sha256, changedMs: minor, baseFilename: 'pump', fileExtension: 'rfa' });
    trees.noteSynced(key, { path: 'pump.rfa', version, sha256 }, minor, minor);
    trees.noteConflict(key, conflict, minor);
    trees.noteRemoval(key, { answer: 'open', version });
    changes.put({ key, kind: 'removal', path: `pump-${minor}.rfa`, standing: 'asked', atMs: minor });
  };
  write(1);
  write(2);
  expect(files.get('pump.rfa')).toMatchObject({ modifiedMs: 2, settled: true, key, sha256 });
  expect([trees.remote(key)?.version, trees.synced(key)?.version]).toEqual(Array(2).fill({ major: 1, minor: 2 }));
  expect(changes.get(key, 'removal')).toMatchObject({ path: 'pump-2.rfa', atMs: 2 });
  expect(all("SELECT path FROM dirty WHERE library_id = 'library' ORDER BY path")).toEqual([
    { path: '' },
    { path: 'pump.rfa' },
  ]);
});

it('a file that has another key has both judged again', () => {
  libraries();
  insert('local_file');
  takeMarks();
  run("UPDATE local_file SET content_key = 'another'");
  const keys = new Set(takeMarks().map((mark) => (mark as { readonly content_key: string }).content_key));
  expect(keys).toEqual(new Set(['', key, 'another']));
});

it('of a file that is only looked at nothing is judged again', () => {
  libraries();
  insert('local_file');
  takeMarks();
  run('UPDATE local_file SET reread_due_ms = 5, modified_ms = 5, changed_ms = 5, inode = 5, size_bytes = 5');
  expect(takeMarks()).toEqual([]);
});

it('a library that is set otherwise has judged again in all of them what is not in step', () => {
  libraries();
  const inStep = 'Revit/2025/EC000002/1/MC000001/1/Template' as ContentKeyText;
  const unknown = 'Revit/2025/EC000003/1/MC000001/1/Template' as ContentKeyText;
  const version = { major: 1, minor: 0 };
  const verdicts = createVerdicts(database, 'other');
  verdicts.putKey(inStep, [{ subject: 'pump.rfa', key: inStep, verdict: { kind: 'inStep', version } }], 'service');
  verdicts.putKey(key, [{ subject: subjectOfKey(key), key, verdict: { kind: 'undecided' } }], 'service');
  run("INSERT INTO remote_item VALUES ('other', 'service', ?, 1, 0, NULL, NULL, 1, 'a', 'rfa')", unknown);
  takeMarks();
  run("UPDATE library SET settings = '{ }' WHERE library_id = ?", libraryId);
  expect(takeMarks()).toEqual([marked, { path: '', content_key: unknown }]);
  run('UPDATE library SET last_scan_ms = 5');
  expect(takeMarks()).toEqual([]);
});
