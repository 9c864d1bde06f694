import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createServiceTrees } from '../../../../electron/engine/state/service-trees.ts';
import { sql } from '../../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';

const keyOf = (number: number) => `Revit/2025/EC00000${number}/1/MC000001/1/Template` as ContentKeyText;
const hashOf = (letter: string) => letter.repeat(64) as Sha256;
const version = { major: 1, minor: 0 };
const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' } as const;

let database: ReturnType<typeof openSqlite>;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
  database.run(
    sql`INSERT INTO library (library_id, name, root, content_type, settings, programs) VALUES ('one', '', '', '', '{}', '[]')`,
  );
});
afterEach(() => database.close());

function trees(serviceId = 'service') {
  const all = createServiceTrees(database, 'one', serviceId);
  return {
    ...all,
    has: (key: ContentKeyText, sha256: Sha256 | undefined): unknown =>
      all.noteRemote(key, { version, sha256, changedMs: 1, baseFilename: 'pump', fileExtension: 'rfa' }),
    agree: (key: ContentKeyText, sha256: Sha256): void =>
      all.noteSynced(key, { path: 'pump.rfa', version, sha256 }, 1, 1),
  };
}

describe('keys that are known', () => {
  it('are those of which the service has something, and those agreed on, with this service', () => {
    const [here, there] = [trees(), trees('another')];
    here.has(keyOf(1), hashOf('a'));
    here.agree(keyOf(2), hashOf('a'));
    there.has(keyOf(3), hashOf('a'));
    expect(here.knownAmong([1, 2, 3, 4].map(keyOf))).toEqual(new Set([keyOf(1), keyOf(2)]));
    expect(here.knownAmong([keyOf(2)])).toEqual(new Set([keyOf(2)]));
    expect(here.knownAmong([])).toEqual(new Set());
  });
});

describe('keys that a person wants', () => {
  it('are wanted until they are not, and of another service too where that is said', () => {
    const [here, there] = [trees(), trees('another')];
    here.want(keyOf(1));
    here.want(keyOf(2));
    expect([here, there].map(({ isWanted }) => isWanted(keyOf(1)))).toEqual([true, false]);
    there.wantAsOf('service');
    here.unwant(keyOf(1));
    expect([here, there].map(({ isWanted }) => [1, 2, 3].map(keyOf).map(isWanted))).toEqual([
      [false, true, false],
      [true, true, false],
    ]);
  });
});

describe('keys with other bytes than the service has', () => {
  const put = (path: string, key: ContentKeyText, sha256: Sha256): void =>
    createLocalFiles(database, 'one').noteRead(path, stat, { key, sha256 }, 1);

  it('are those of a file whose bytes are not those of the newest version', () => {
    const { has, agree, differentAmong } = trees();
    for (const number of [1, 2, 3, 4]) put(`${number}.rfa`, keyOf(number), hashOf('a'));
    has(keyOf(1), hashOf('a'));
    has(keyOf(2), hashOf('b'));
    // What it has is not told.
    has(keyOf(3), undefined);
    agree(keyOf(4), hashOf('a'));
    expect(differentAmong([1, 2, 3, 4, 5].map(keyOf))).toEqual([2, 3, 4].map(keyOf));
  });

  it('are those of which any of several files differs', () => {
    const { has, differentAmong } = trees();
    put('a.rfa', keyOf(1), hashOf('a'));
    put('b.rfa', keyOf(1), hashOf('b'));
    has(keyOf(1), hashOf('a'));
    expect(differentAmong([keyOf(1)])).toEqual([keyOf(1)]);
  });
});
