import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../electron/engine/ports.ts';
import { createBackupCopies } from '../../../../electron/engine/state/backup-copies.ts';
import { createBoundedChanges } from '../../../../electron/engine/state/bounded-changes.ts';
import { createFileList } from '../../../../electron/engine/state/file-list.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createServiceTrees } from '../../../../electron/engine/state/service-trees.ts';
import { createVerdicts } from '../../../../electron/engine/state/verdicts.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { notingReads, planOf } from '../../../fakes/engine/asked-statements.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';

const libraryId = 'one';
const bytes = 'a'.repeat(64) as Sha256;
let database: Database;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, libraryId, 'two');
});

/** The steps in which a table's rows are found that somebody asks for. */
function stepsTo(table: string, ask: (database: Database) => unknown): string[] {
  const noting = notingReads(database);
  ask(noting.database);
  // Some is read once only.
  const readOnce = noting.asked.length;
  ask(noting.database);
  return noting.asked
    .slice(readOnce)
    .flatMap((statement) => planOf(database, statement))
    .filter((step) => new RegExp(`^(SCAN|SEARCH) ${table}\\b`).test(step));
}

/** What is asked in every turn, or before every look at a file: how long it takes must not grow with the library. */
describe('what is asked all the time is found by an index of the few rows that it is about', () => {
  it.each([
    {
      what: 'keys whose verdict holds no longer',
      table: 'verdict',
      ask: (db: Database) => createVerdicts(db, libraryId).dirtyKeys(1),
      index: 'verdict_for_a_while',
    },
    {
      what: 'files whose verdict holds no longer',
      table: 'verdict',
      ask: (db: Database) => createVerdicts(db, libraryId).dirtyPaths(1),
      index: 'verdict_for_a_while',
    },
    {
      what: 'files with a number of the disk',
      table: 'local_file',
      ask: (db: Database) => createLocalFiles(db, libraryId).withInode(['1']),
      index: 'local_file_by_inode',
    },
    {
      what: 'files that are gone, by their number of the disk',
      table: 'local_file',
      ask: (db: Database) => createLocalFiles(db, libraryId).goneLike({ inode: '1', sizeBytes: 1, modifiedMs: 1 }),
      index: 'local_file_by_inode',
    },
    {
      what: 'the copies that were kept last',
      table: 'backup_copy',
      ask: (db: Database) => createBackupCopies(db, libraryId).keptWithin(0, 1, 1),
      index: 'backup_copy_by_time',
    },
    {
      what: 'copies with certain bytes',
      table: 'backup_copy',
      ask: (db: Database) => createBackupCopies(db, libraryId).withBytes('a'),
      index: 'backup_copy_by_bytes',
    },
    {
      what: 'copies of a key',
      table: 'backup_copy',
      ask: (db: Database) => createBackupCopies(db, libraryId).ofKey('Revit/2025/A' as ContentKeyText),
      index: 'backup_copy_by_key',
    },
    {
      what: 'the copy of a key with certain bytes, where it has thousands of copies, or thousands of keys these bytes',
      table: 'backup_copy',
      ask: (db: Database) =>
        createBackupCopies(db, libraryId).withBytesOf('Revit/2025/A' as ContentKeyText, bytes, 'history'),
      index: 'backup_copy_by_key_and_bytes',
    },
    {
      what: 'whether a save was kept a second time, where its key has thousands of copies',
      table: 'other',
      ask: (db: Database) => createBackupCopies(db, libraryId).shown(),
      index: 'backup_copy_by_key_and_bytes',
    },
    {
      what: 'copies of a file',
      table: '(copy|other)',
      ask: (db: Database) => createBackupCopies(db, libraryId).shownOf('a.rfa', 'Revit/2025/A' as ContentKeyText),
      index: 'backup_copy_by_(path|key|key_and_bytes)',
    },
    {
      what: 'the file of a copy',
      table: 'file',
      ask: (db: Database) => createBackupCopies(db, libraryId).shown(),
      index: '(sqlite_autoindex_local_file_1|local_file_by_key)',
    },
    {
      what: 'conflicts that are answered',
      table: 'conflict',
      ask: (db: Database) => createServiceTrees(db, libraryId, 'service').answeredConflicts(),
      index: 'conflict_answered',
    },
    {
      what: 'whether a question waits for an answer',
      table: 'bounded_change',
      ask: (db: Database) => createBoundedChanges(db, libraryId, 'service').isAsking(),
      index: 'bounded_change_undecided',
    },
    {
      what: 'what waits for an answer',
      table: 'bounded_change',
      ask: (db: Database) => createBoundedChanges(db, libraryId, 'service').asked('removal'),
      index: 'bounded_change_undecided',
    },
    {
      what: 'what was removed in this pass, of all that ever was',
      table: 'bounded_change',
      ask: (db: Database) => createBoundedChanges(db, libraryId, 'service').done('removal', 1, 1),
      index: 'bounded_change_done',
    },
    {
      what: 'the questions',
      table: 'bounded_change',
      ask: (db: Database) => createBoundedChanges(db, libraryId, 'service').questions(),
      index: 'bounded_change_undecided',
    },
    {
      what: 'how much is not fetched',
      table: 'v',
      ask: (db: Database) =>
        createFileList(db, {
          serviceId: () => 'service',
          isRunning: () => false,
          isConfirmed: () => true,
        }).notFetchedCount(libraryId),
      index: 'verdict_not_in_step',
    },
  ])('$what', ({ table, ask, index }) => {
    const steps = stepsTo(table, ask);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatch(new RegExp(`INDEX ${index} `));
  });
});

describe('files that were moved', () => {
  const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
  const sha256 = (of: string): Sha256 => of.repeat(64) as Sha256;
  const key = (of: string): ContentKeyText => `Revit/2025/${of}` as ContentKeyText;

  function note(library: string, path: string, about: { bytes: string; key: string; isGone?: boolean }): void {
    const files = createLocalFiles(database, library);
    files.noteRead(path, stat, { sha256: sha256(about.bytes), key: key(about.key) }, 1);
    if (about.isGone) files.noteGone(path, 2);
  }

  it('are those whose bytes stand elsewhere in the library, or under the same key in another one', () => {
    note(libraryId, 'moved here.rfa', { bytes: 'a', key: 'A', isGone: true });
    note(libraryId, 'its other place.rfa', { bytes: 'a', key: 'B' });
    note(libraryId, 'moved there.rfa', { bytes: 'c', key: 'C', isGone: true });
    note('two', 'in the other library.rfa', { bytes: 'c', key: 'C' });
    note(libraryId, 'gone.rfa', { bytes: 'd', key: 'D', isGone: true });
    note('two', 'same bytes of another key.rfa', { bytes: 'd', key: 'E' });
    expect(createLocalFiles(database, libraryId).movedKeys()).toEqual(new Set([key('A'), key('C')]));
  });

  it('are found by one look through the library, however many are gone', () => {
    const steps = stepsTo('(local_file|gone|there)', (db) => createLocalFiles(db, libraryId).movedKeys());
    expect(steps.filter((step) => /local_file .*\(library_id=\?( AND content_key[<>]\?)?\)$/.test(step))).toHaveLength(
      2,
    );
    expect(steps.filter((step) => step.includes('local_file_gone'))).toHaveLength(1);
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH there .*library_id=\? AND content_key=\?/));
  });
});

describe('files that were removed here', () => {
  it('are looked for in the other libraries by their keys, however many files there are', () => {
    const ask = (db: Database) =>
      createFileList(db, { serviceId: () => 'service', isRunning: () => false, isConfirmed: () => true });
    const steps = stepsTo('(l|there)', (db) => ask(db).removed(libraryId));
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH there .*library_id=\? AND content_key=\?/));
    expect(steps.findIndex((step) => / l\b/.test(step))).toBeLessThan(steps.findIndex((step) => / there\b/.test(step)));
  });
});

describe('a file that is named in another case', () => {
  it('is found, with one look at all paths for as many names as one question has', () => {
    const files = createLocalFiles(database, libraryId);
    const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
    for (const path of ['Pumps/Été.rfa', 'Pumps/Valve.rfa']) files.noteChanged(path, stat, 1);
    const noting = notingReads(database);
    const known = createLocalFiles(noting.database, libraryId).knownPaths({ ignoresCase: true });
    expect(known('Pumps/Valve.rfa')).toBe('Pumps/Valve.rfa');
    expect(noting.asked).toHaveLength(1);
    for (let asked = 0; asked < 10; asked += 1) {
      expect(known('pumps/VALVE.rfa')).toBe('Pumps/Valve.rfa');
      expect(known('pumps/éTÉ.rfa')).toBe('Pumps/Été.rfa');
      expect(known('pumps/other.rfa')).toBeUndefined();
    }
    expect(noting.asked.filter(({ text }) => text.startsWith('SELECT path FROM'))).toHaveLength(1);
  });
});
