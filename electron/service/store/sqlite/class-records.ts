import { isDeepStrictEqual } from 'node:util';
import type Database from 'better-sqlite3';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
} from '../../../../shared/model/product-data.ts';
import { readDefinition, readWording, type ClassTableName } from '../class-rows.ts';
import { classesKept, joinTerm, wordsOfClass, wordsOfEtimClass, wordsThatCount } from '../class-words.ts';
import { noEnd } from '../generation-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import { createRecent } from '../recent.ts';
import type { ClassMatch, StagedClasses, Wording } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { countsIn, prepareReplace } from './generations.ts';

/**
 * Classes and words as they are for one generation of product data.
 * @param generationOf which generation is read; what is put becomes part of it
 */
export function createClassRecords(
  database: Database.Database,
  commits: SharedCommits,
  generationOf: () => number,
): StagedClasses {
  const etimClasses = createClassTable<EtimClassDefinition>(database, 'etim_classes', wordsOfEtimClass, generationOf);
  const modellingClasses = createClassTable<ModellingClassDefinition>(
    database,
    'modelling_classes',
    wordsOfClass,
    generationOf,
  );
  const putTerm = preparePutTerm(database, joinTerm.put);
  const fillTerm = preparePutTerm(database, joinTerm.fill);
  const findTerms = database.prepare(
    `SELECT code, descriptions FROM json_each(?) AS asked JOIN terms ON code = asked.value
     WHERE ${countsIn}`,
  );
  const listTerms = database.prepare(
    `SELECT code, descriptions FROM terms WHERE code > ? AND ${countsIn} ORDER BY code LIMIT ?`,
  );
  return {
    putEtimClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => etimClasses.put(definition))),
    putModellingClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => modellingClasses.put(definition))),
    findEtimClass: async (code, version) => etimClasses.find(code, version),
    findModellingClass: async (code, version) => modellingClasses.find(code, version),
    searchEtimClasses: async (words, match) => etimClasses.search(words, match),
    searchModellingClasses: async (words, match) => modellingClasses.search(words, match),
    listEtimClasses: () => etimClasses.list(),
    listModellingClasses: () => modellingClasses.list(),
    listTerms: () =>
      pagesByKey<Wording>(async (last, size) =>
        listTerms.all(last?.code ?? '', generationOf(), generationOf(), size).map(readWording),
      ),
    putTerms: (terms) => commits.add(() => terms.forEach((term) => putTerm(term, generationOf()))),
    fillTerms: (terms) => commits.add(() => terms.forEach((term) => fillTerm(term, generationOf()))),
    findTerms: async (codes) =>
      new Map(
        findTerms
          .all(JSON.stringify(codes), generationOf(), generationOf())
          .map(readWording)
          .map(({ code, descriptions }) => [code, descriptions]),
      ),
  };
}

function preparePutTerm(
  database: Database.Database,
  join: (known: Localized, said: Localized) => Localized,
): (term: Wording, generation: number) => void {
  const findNow = database.prepare(`SELECT code, descriptions FROM terms WHERE code = ? AND +until = ${noEnd}`);
  const replace = prepareReplace(database, 'terms', 'code = ?');
  const insert = database.prepare(`INSERT INTO terms (code, descriptions, since, until) VALUES (?, ?, ?, ${noEnd})`);
  return ({ code, descriptions }, generation) => {
    const known = readIfThere(findNow.get(code), readWording)?.descriptions;
    const joined = join(known ?? {}, descriptions);
    if (known && isDeepStrictEqual(known, joined)) return;
    if (known) replace(generation, code);
    insert.run(code, JSON.stringify(joined), generation);
  };
}

interface ClassTable<Definition> {
  put(definition: Definition): void;
  find(code: string, version: string | undefined): Definition | undefined;
  search(words: readonly string[], match: ClassMatch): readonly Definition[];
  list(): AsyncIterable<readonly Definition[]>;
}

function createClassTable<Definition extends ModellingClassDefinition>(
  database: Database.Database,
  table: ClassTableName,
  wordsOf: (definition: Definition) => readonly string[],
  generationOf: () => number,
): ClassTable<Definition> {
  const replace = prepareReplace(database, table, 'code = ? AND version = ?');
  const insert = database.prepare(
    `INSERT INTO ${table} (code, version, words, definition, since, until, reworded_after)
     VALUES (?, ?, ?, ?, ?, ${noEnd}, ?)`,
  );
  const rewordedAfter = prepareRewordedAfter(database, table);
  const exact = database.prepare(`SELECT definition FROM ${table} WHERE code = ? AND version = ? AND ${countsIn}`);
  const newest = database.prepare(
    `SELECT definition FROM ${table} WHERE code = ? AND ${countsIn} ORDER BY version DESC LIMIT 1`,
  );
  const search = prepareSearch<Definition>(database, table);
  const kept = createRecent<Definition | undefined>(classesKept);

  function read(code: string, version: string | undefined, generation: number): Definition | undefined {
    const row =
      version === undefined
        ? newest.get(code, generation, generation)
        : exact.get(code, Number(version), generation, generation);
    return readIfThere(row, readDefinition<Definition>);
  }

  return {
    put(definition) {
      const { code, version } = definition;
      const generation = generationOf();
      const key: ClassKey = [code, Number(version)];
      const words = wordsOf(definition).join(' ');
      const after = rewordedAfter(key, words, generation);
      replace(generation, ...key);
      insert.run(...key, words, JSON.stringify(definition), generation, after);
      kept.clear();
    },
    search: (words, match) => search(words, match, generationOf()),
    list: prepareList<Definition>(database, table, generationOf),
    find(code, version) {
      const generation = generationOf();
      const key = `${generation} ${code} ${version ?? ''}`;
      const known = kept.find(key);
      if (known.length > 0) return known[0];
      const found = read(code, version, generation);
      kept.keep(key, found);
      return found;
    },
  };
}

type ClassKey = [code: string, version: number];

/** After which product a class gets these words (see `generationsStep`). */
function prepareRewordedAfter(database: Database.Database, table: ClassTableName) {
  const find = database.prepare<ClassKey, { words: string; since: number; reworded_after: number }>(
    `SELECT words, since, reworded_after FROM ${table} WHERE code = ? AND version = ? AND +until = ${noEnd}`,
  );
  const lastProduct = database.prepare<[], number>('SELECT coalesce(max(row_id), 0) FROM products').pluck();
  return (key: ClassKey, words: string, generation: number): number => {
    const known = find.get(...key);
    if (known?.words !== words) return lastProduct.get() ?? 0;
    return known.since === generation ? known.reworded_after : 0;
  };
}

function prepareList<Definition extends ModellingClassDefinition>(
  database: Database.Database,
  table: ClassTableName,
  generationOf: () => number,
): () => AsyncIterable<readonly Definition[]> {
  const list = database.prepare(
    `SELECT definition FROM ${table} WHERE (code, version) > (?, ?) AND ${countsIn} ORDER BY code, version LIMIT ?`,
  );
  return () =>
    pagesByKey<Definition>(async (last, size) => {
      const place = [last?.code ?? '', Number(last?.version ?? 0)];
      return list.all(...place, generationOf(), generationOf(), size).map(readDefinition<Definition>);
    });
}

function prepareSearch<Definition>(database: Database.Database, table: ClassTableName) {
  // A match in the code is a code that was typed. Older versions of a class come with it.
  const search = database.prepare(
    `SELECT definition FROM ${table}_texts JOIN ${table} ON ${table}.rowid = ${table}_texts.rowid
     WHERE ${table}_texts MATCH ? AND ${countsIn} ORDER BY bm25(${table}_texts, 8, 1), ${table}.code, version DESC LIMIT ?`,
  );
  return (words: readonly string[], { of, atMost }: ClassMatch, generation: number): Definition[] => {
    const query = wordsThatCount(words)
      .map((word) => `"${word.replaceAll('"', '""')}"`)
      .join(of === 'all' ? ' AND ' : ' OR ');
    if (query === '') return [];
    return search.all(query, generation, generation, atMost).map(readDefinition<Definition>);
  };
}
