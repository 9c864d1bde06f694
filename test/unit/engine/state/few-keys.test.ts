import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFewKeys } from '../../../../electron/engine/state/few-keys.ts';
import { insert, sql } from '../../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';

const [pump, valve] = ['pump', 'valve'] as ContentKeyText[] as [ContentKeyText, ContentKeyText];

let database: ReturnType<typeof openSqlite>;
beforeEach(() => {
  database = openSqlite(':memory:');
  database.run(sql`CREATE TABLE mark (content_key TEXT, library_id TEXT) STRICT`);
});
afterEach(() => database.close());

const open = (libraryId = 'one') => createFewKeys(database, sql`mark WHERE library_id = ${libraryId}`);
const write = (key: ContentKeyText, libraryId = 'one') =>
  database.run(insert('mark', { content_key: key, library_id: libraryId }));

it('knows the keys that the table has rows of, each library by itself', () => {
  write(pump);
  write(valve, 'other');
  const few = open();
  expect([few.mayHave(pump), few.mayHave(valve), open('other').mayHave(valve)]).toEqual([true, false, true]);
});

it('knows what is written later, wherever else it is asked', () => {
  const [few, again] = [open(), open()];
  expect(again.mayHave(pump)).toBe(false);
  few.note(pump);
  expect(again.mayHave(pump)).toBe(true);
});

it('goes on to name a key whose row a transaction took back: the table is asked then', () => {
  const few = open();
  expect(few.mayHave(pump)).toBe(false);
  const failing = () =>
    database.transaction(() => {
      few.note(pump);
      write(pump);
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(few.mayHave(pump)).toBe(true);
});

it('names every key once there are many, so that memory does not grow with them', () => {
  const few = open();
  for (let index = 0; index < 10_000; index += 1) few.note(`key ${index}` as ContentKeyText);
  expect(few.mayHave(valve)).toBe(true);
});

it('knows each key where some have several rows and there are many rows', () => {
  database.transaction(() => {
    for (let index = 0; index < 6_000; index += 1) {
      for (let row = 0; row < 2; row += 1) write(`key ${index}` as ContentKeyText);
    }
  });
  const few = open();
  expect([few.mayHave('key 5999' as ContentKeyText), few.mayHave(valve)]).toEqual([true, false]);
});

it('knows a key whose row was removed in a transaction that was taken back', () => {
  write(pump);
  const few = open();
  const failing = () =>
    database.transaction(() => {
      database.run(sql`DELETE FROM mark WHERE content_key = ${pump}`);
      few.mayHave(valve);
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(few.mayHave(pump)).toBe(true);
});

it('knows nothing of another database', () => {
  open().note(pump);
  const other = openSqlite(':memory:');
  other.run(sql`CREATE TABLE mark (content_key TEXT, library_id TEXT) STRICT`);
  expect(createFewKeys(other, sql`mark WHERE library_id = ${'one'}`).mayHave(pump)).toBe(false);
  other.close();
});
