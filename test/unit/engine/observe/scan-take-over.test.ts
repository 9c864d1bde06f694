import { expect, it } from 'vitest';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { takeOver, type TakeOverGround } from '../../../../electron/engine/observe/scan-take-over.ts';
import { createUnreadFiles } from '../../../../electron/engine/observe/unread-files.ts';
import type { FileStat } from '../../../../electron/engine/ports.ts';
import { createLocalFiles, type LocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createIgnoreRules } from '../../../../electron/engine/tree/ignore-rules.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { countedList } from '../../../fakes/counted-list.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

const stat: FileStat = { kind: 'file', sizeBytes: 1, modifiedMs: 0, changedMs: 0, inode: '1' };
const nothing = { missing: [], notSeen: [], different: [] };

function open(changed: (files: LocalFiles) => object = () => ({})) {
  const database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, 'one');
  const clock = { now: () => 0, steadyMs: () => 0 } as TakeOverGround['ports']['clock'];
  const files = createLocalFiles(database, 'one');
  const context = {
    files: { ...files, ...changed(files) },
    links: () => new Map(),
    ignoreRules: () => createIgnoreRules([], false),
  } as unknown as TakeOverGround['context'];
  const unread = createUnreadFiles(
    clock,
    () => 0,
    () => true,
  );
  const { signal } = new AbortController();
  const ground = { ports: { clock, database }, context, unread, tell: () => undefined, keysTogether: 2, signal };
  return { files, unread, ground };
}

it('has the keys planned of files that are seen again as they were, and has others read', async () => {
  const { files, unread, ground } = open();
  const paths = Array.from({ length: 5 }, (_, at) => `pump ${at}.rfa`);
  for (const path of paths) {
    files.noteRead(path, stat, { sha256: 'a'.repeat(64) as Sha256, key: keyOf(`EC00000${path.at(5)}`) }, 0);
    files.noteNotSeen(path);
  }
  const isOther = (at: number): boolean => at === 3;
  const different = paths.map((path, at) => ({
    path,
    stat: isOther(at) ? { ...stat, sizeBytes: 9 } : stat,
    wasRead: false,
  }));
  const keys = await takeOver(ground, { ...nothing, withheld: new Map(), different });
  expect(keys).toEqual(paths.filter((_, at) => !isOther(at)).map((path) => keyOf(`EC00000${path.at(5)}`)));
  expect(paths.filter((path) => unread.has(path))).toEqual(['pump 3.rfa']);
});

it('what cannot take part is compared with what could not before in one look at it', async () => {
  const counts: (() => number)[] = [];
  const { files, ground } = open(({ withheldPaths }) => ({
    withheldPaths: () => {
      const { list, reads } = countedList(withheldPaths());
      counts.push(reads);
      return list;
    },
  }));
  const withheld = new Map(
    Array.from({ length: 300 }, (_, at) => [`pump\\${at}.rfa`, { stat, problem: { code: 'backslash-in-name' } }]),
  ) as Parameters<typeof takeOver>[1]['withheld'];
  await takeOver(ground, { ...nothing, withheld });
  await takeOver(ground, { ...nothing, withheld });
  expect(files.withheldPaths()).toHaveLength(300);
  expect(counts.map((reads) => reads())).toEqual([0, 300]);
});
