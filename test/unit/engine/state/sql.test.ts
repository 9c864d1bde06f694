import { describe, expect, it } from 'vitest';
import { optionalText, text } from '../../../../electron/engine/state/row.ts';
import {
  assign,
  holdsText,
  insert,
  insertOrUpdate,
  likePrefix,
  raw,
  sql,
} from '../../../../electron/engine/state/sql.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';

function notes() {
  const database = openSqlite(':memory:');
  database.run(sql`CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT) STRICT`);
  return database;
}
const names = (database: ReturnType<typeof notes>) =>
  database.all(sql`SELECT name FROM note ORDER BY name`, text('name'));

describe('a statement', () => {
  it('keeps its values apart from its text, those of its fragments in their places', () => {
    const mine = sql`library_id = ${'a'} AND service_id = ${'b'}`;
    expect(sql`SELECT * FROM x WHERE y = ${1} AND ${mine} AND z = ${2}`).toEqual({
      text: 'SELECT * FROM x WHERE y = +? AND library_id = +? AND service_id = +? AND z = +?',
      values: [1, 'a', 'b', 2],
    });
  });

  it('has the text of the fragments it is made with this time', () => {
    const where = (...parts: [first: Parameters<typeof sql>[1], second: Parameters<typeof sql>[1]]) =>
      sql`${parts[0]} = ${parts[1]}`;
    expect(where(raw('a'), 1).text).toBe('a = +?');
    expect(where(raw('b'), 1).text).toBe('b = +?');
    expect(where(1, raw('a')).text).toBe('+? = a');
    expect(where(raw('a'), raw('b')).text).toBe('a = b');
    expect(where(raw('a'), 2)).toEqual({ text: 'a = +?', values: [2] });
  });

  it('gives the same text at every call, so that it is prepared once', () => {
    const statement = (value: number) => sql`SELECT ${value}`;
    expect(statement(1).text).toBe(statement(2).text);
  });

  it('writes what is not there as NULL', () => {
    const database = notes();
    database.run(insert('note', { name: 'a', value: undefined }));
    expect(
      database.get(sql`SELECT value FROM note WHERE value IS ${undefined}`, optionalText('value')),
    ).toBeUndefined();
    expect(database.has(sql`SELECT 1 FROM note WHERE value IS ${undefined}`)).toBe(true);
    database.close();
  });
});

describe('a text that is looked for', () => {
  const isHeld = (wanted: string, text: string): boolean => {
    const database = notes();
    database.run(insert('note', { name: text }));
    const found = database.has(sql`SELECT 1 FROM note WHERE ${holdsText(raw('name'), wanted)}`);
    database.close();
    return found;
  };

  it.each(['kühler', 'KÜHLER', 'Kühler'.normalize('NFD'), 'ühl', 'ühler.rfa'])(
    'is found in whatever case and spelling: %s',
    (wanted) => {
      for (const form of ['NFC', 'NFD'] as const) {
        expect(isHeld(wanted, 'Pumpen/Kühler.rfa'.normalize(form))).toBe(true);
        expect(isHeld(wanted, 'Pumpen/KÜHLER.RFA'.normalize(form))).toBe(true);
        expect(isHeld(wanted, 'Pumpen/Kuhler.rfa'.normalize(form))).toBe(false);
      }
    },
  );

  it.each(['é*', 'é?', 'é[a]', 'é[', 'é]', 'é^', 'é-', 'é%_', 'ß', 'İ'])('stands for itself: %s', (wanted) => {
    expect(isHeld(wanted, `a ${wanted} b`)).toBe(true);
    expect(isHeld(wanted, 'a éab b')).toBe(false);
  });

  it('is found with ß in either case', () => {
    expect([isHeld('straße', 'STRAẞE'), isHeld('STRAẞE', 'Straße'), isHeld('straße', 'strasse')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of plain letters is found in whatever case', () => {
    expect(isHeld('PUMP', 'a pump')).toBe(true);
    expect(isHeld('p_mp', 'a pump')).toBe(false);
  });
});

describe('an insert', () => {
  it('names its columns, in whatever order they are given', () => {
    const database = notes();
    database.run(insert('note', { name: 'a', value: 'one' }));
    database.run(insert('note', { value: 'two', name: 'b' }));
    database.run(insert('note', { name: 'c' }));
    expect(names(database)).toEqual(['a', 'b', 'c']);
    expect(database.get(sql`SELECT value FROM note WHERE name = ${'b'}`, text('value'))).toBe('two');
    database.close();
  });

  it('is written over column by column, as it names them', () => {
    const database = notes();
    for (const name of ['a', 'b']) database.run(insert('note', { name, value: 'one' }));
    database.run(sql`UPDATE note SET ${assign({ value: 'two' })} WHERE name = ${'a'}`);
    database.run(sql`UPDATE note SET ${assign({ name: 'c', value: undefined })} WHERE name = ${'b'}`);
    expect(database.all(sql`SELECT * FROM note ORDER BY name`, (row) => row)).toEqual([
      { name: 'a', value: 'two' },
      { name: 'c', value: null },
    ]);
    database.close();
  });

  it('fails, replaces or is left out where the row is there already, as it says', () => {
    const database = notes();
    const value = () => database.get(sql`SELECT value FROM note`, text('value'));
    database.run(insert('note', { name: 'a', value: 'one' }));
    expect(() => database.run(insert('note', { name: 'a', value: 'two' }))).toThrow();
    database.run(insert('note', { name: 'a', value: 'three' }, 'OR IGNORE'));
    expect(value()).toBe('one');
    database.run(insert('note', { name: 'a', value: 'four' }, 'OR REPLACE'));
    expect(value()).toBe('four');
    database.close();
  });

  it('has only the columns written over that are named, where the row is there already', () => {
    const database = openSqlite(':memory:');
    migrate(database);
    const write = (answered: number, listed: number) => {
      const row = { library_id: 'library', service_id: 'service', answered_ms: answered, listed_ms: listed };
      database.run(insertOrUpdate('service_answer', row, ['answered_ms']));
    };
    write(1, 1);
    write(2, 2);
    const times = database.all(sql`SELECT answered_ms, listed_ms FROM service_answer`, (row) => row);
    expect(times).toEqual([{ answered_ms: 2, listed_ms: 1 }]);
    database.close();
  });
});

describe('a prefix', () => {
  it('is taken as it is written, also where it holds what a pattern is made of', () => {
    const database = notes();
    for (const name of ['50%_of\\it/a', '50% of it/a', '500_of\\it/a']) database.run(insert('note', { name }));
    const begun = sql`SELECT name FROM note WHERE name LIKE ${likePrefix('50%_of\\it/')} ESCAPE '\\'`;
    expect(database.all(begun, text('name'))).toEqual(['50%_of\\it/a']);
    database.close();
  });
});

describe('a row', () => {
  it('whose value is none that the schema allows is refused, by its column', () => {
    const database = notes();
    database.run(insert('note', { name: 'a' }));
    expect(() => database.all(sql`SELECT value FROM note`, text('value'))).toThrow(
      expect.objectContaining({ code: 'state-unreadable', detail: expect.stringContaining('value') as string }),
    );
    database.close();
  });
});
