import { expect, it } from 'vitest';
import { createFileReading, type FileReadingOptions } from '../../../../electron/engine/observe/file-reading.ts';
import { createUnreadFiles } from '../../../../electron/engine/observe/unread-files.ts';
import type { FileStat } from '../../../../electron/engine/ports.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createIgnoreRules } from '../../../../electron/engine/tree/ignore-rules.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';

const stat: FileStat = { kind: 'file', sizeBytes: 1, modifiedMs: 0, changedMs: 0, inode: '1' };

it('a round of reading in which the state cannot be written ends once nothing of it is read any more', async () => {
  const database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, 'one');
  const nowMs = 1_000_000;
  const clock = { now: () => nowMs, steadyMs: () => nowMs };
  const all = createLocalFiles(database, 'one');
  const files = {
    ...all,
    noteProblem: () => {
      throw new Error('database or disk is full');
    },
  };
  const unread = createUnreadFiles(
    clock,
    () => 0,
    () => true,
  );
  for (const path of ['l.rfa', 'x.rfa', 'y.rfa']) {
    files.noteChanged(path, stat, nowMs);
    unread.watch(path, stat);
  }
  // Each look into a file ends when the test says so.
  const ends: Record<string, (() => void)[]> = { 'x.rfa': [], 'y.rfa': [] };
  const context = {
    files,
    disk: {
      stat: async () => stat,
      inspect: async (path: string) => {
        await new Promise<void>((resolve) => ends[path]?.push(resolve));
        return { facts: { whole: 'whole' } };
      },
      hash: async () => ({ sha256: 'a'.repeat(64), after: stat }),
    },
    library: { libraryId: 'one', programs: [], contentType: 'Model' },
    links: () => new Map(),
    trees: () => undefined,
    ignoreRules: () => createIgnoreRules([], false),
    lockCheck: () => ({ holdOn: async (path: string) => (path === 'l.rfa' ? 'readingAndReplacing' : 'nothing') }),
  };
  const { readReady } = createFileReading(
    {
      ports: { clock, log: () => undefined, database, inspectCadFile: async () => ({ whole: 'whole' }) },
      context,
      quietTimeMs: () => 0,
      isDatedHere: () => true,
      prove: async () => undefined,
      tell: () => undefined,
    } as unknown as FileReadingOptions,
    unread,
  );
  const { signal } = new AbortController();

  // The lock of one cannot be noted, while the other two are still read from a slow drive.
  let isOver = false;
  const round = readReady(signal, () => undefined).finally(() => (isOver = true));
  const failed = expect(round).rejects.toThrow('full');
  await expect.poll(() => Object.values(ends).flat().length).toBe(2);
  expect(isOver).toBe(false);
  for (const end of Object.values(ends).flat()) end();
  await failed;
  // The scan that follows finds what was read and not written.
  expect(['x.rfa', 'y.rfa', 'l.rfa'].map((path) => unread.has(path))).toEqual([false, false, true]);
});
