import type { SeenAnswer } from '../../../shared/api/caller.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { Statement } from '../ports.ts';
import { columns, flag, newRow, number, optionalText, text, type RowOf } from './row.ts';
import type { ServiceRows } from './service-rows.ts';
import { insert, sql } from './sql.ts';

/** A list that was taken over whole: the same again says nothing new. */
export type SeenList = RowOf<typeof seenList>;

const seenList = columns({
  /** The day after which changes were asked for; `undefined` where it was everything. */
  afterDate: optionalText('after_date'),
  answer: columns<SeenAnswer>({
    tag: optionalText('tag'),
    digest: text('digest'),
    refusesTags: flag('refuses_tags'),
  }),
  /** How many files it held. */
  files: number('files'),
  /** When the service last sent it, by the computer's clock. */
  listedMs: number('listed_ms'),
});

/**
 * The lists of one service that one library took over. One that is still the same is proof that nothing changed there,
 * as long as nothing else told of a change: a service that is brought back says word for word what it said before.
 */
export function createSeenLists({ database, mine, names }: ServiceRows) {
  return {
    /** The last list of everything, or of changes after a day, as far as it was taken over whole. */
    seenList: (program: Program, afterDate: string | undefined): SeenList | undefined =>
      database.get(
        sql`SELECT * FROM seen_list WHERE ${mine} AND ${isOfProgram(program)} AND ${isAfter(afterDate)}
          AND after_date IS ${afterDate ?? null}`,
        seenList,
      ),

    noteSeenList(program: Program, list: SeenList): void {
      const everything = list.afterDate === undefined ? 1 : 0;
      const row = { ...names(), ...namesOf(program), everything, ...newRow(seenList, list) };
      database.run(insert('seen_list', row, 'OR REPLACE'));
    },

    forgetSeenList(program: Program, afterDate: string | undefined): void {
      database.run(sql`DELETE FROM seen_list WHERE ${mine} AND ${isOfProgram(program)} AND ${isAfter(afterDate)}`);
    },

    /** Something else than a list told what the service has of a program. */
    forgetSeenLists(program: Program): void {
      database.run(sql`DELETE FROM seen_list WHERE ${mine} AND ${isOfProgram(program)}`);
    },
  };
}

export type SeenLists = ReturnType<typeof createSeenLists>;

/** The columns that name a program. */
export function namesOf({ name, version: applicationVersion }: Program) {
  return { application_name: name, application_version: applicationVersion };
}

export function isOfProgram(program: Program): Statement {
  return sql`application_name = ${program.name} AND application_version = ${program.version}`;
}

/** Of changes only the last list is kept, whatever day it was asked from. */
function isAfter(afterDate: string | undefined) {
  return sql`everything = ${afterDate === undefined ? 1 : 0}`;
}
