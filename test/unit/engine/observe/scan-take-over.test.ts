import { expect, it } from 'vitest';
import { takeOver, type TakeOverGround } from '../../../../electron/engine/observe/scan-take-over.ts';
import { createUnreadFiles } from '../../../../electron/engine/observe/unread-files.ts';
import type { FileStat } from '../../../../electron/engine/ports.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createIgnoreRules } from '../../../../electron/engine/tree/ignore-rules.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { countedList } from '../../../fakes/counted-list.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';

const stat: FileStat = { kind: 'file', sizeBytes: 1, modifiedMs: 0, changedMs: 0, inode: '1' };
const nothing = { missing: [], notSeen: [], different: [] };

it('what cannot take part is compared with what could not before in one look at it', async () => {
  const database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, 'one');
  const clock = { now: () => 0, steadyMs: () => 0 } as TakeOverGround['ports']['clock'];
  const files = createLocalFiles(database, 'one');
  const counts: (() => number)[] = [];
  const withheldPaths = () => {
    const { list, reads } = countedList(files.withheldPaths());
    counts.push(reads);
    return list;
  };
  const context = {
    files: { ...files, withheldPaths },
    links: () => new Map(),
    ignoreRules: () => createIgnoreRules([], false),
  } as unknown as TakeOverGround['context'];
  const unread = createUnreadFiles(
    clock,
    () => 0,
    () => true,
  );
  const { signal } = new AbortController();
  const ground = { ports: { clock, database }, context, unread, tell: () => undefined, keysTogether: 100, signal };
  const withheld = new Map(
    Array.from({ length: 300 }, (_, at) => [`pump\\${at}.rfa`, { stat, problem: { code: 'backslash-in-name' } }]),
  ) as Parameters<typeof takeOver>[1]['withheld'];
  await takeOver(ground, { ...nothing, withheld });
  await takeOver(ground, { ...nothing, withheld });
  expect(files.withheldPaths()).toHaveLength(300);
  expect(counts.map((reads) => reads())).toEqual([0, 300]);
});
