import { isDeepStrictEqual } from 'node:util';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
  Term,
} from '../../../../shared/model/product-data.ts';
import type { StagedClasses } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { countsIn, prepareReplace } from './generations.ts';
import { noEnd } from './generations-schema.ts';

const classRow = z.object({ definition: z.string() });
const termRow = z.object({ code: z.string(), descriptions: z.string() });

/** Classes are read with every product, are long, and those in use are few: the ones used last stay parsed. */
const classesKept = 200;

/**
 * Classes and words as they are for one generation of product data. Imported data is checked when it is imported, and only
 * this service writes it; so rows are trusted to be such.
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
  const putTerm = preparePutTerm(database, (known, said) => ({ ...known, ...said }));
  const fillTerm = preparePutTerm(database, (known, said) => ({ ...said, ...known }));
  const findTerms = database.prepare(
    `SELECT code, descriptions FROM json_each(?) AS asked JOIN terms ON code = asked.value
     WHERE ${countsIn}`,
  );
  return {
    putEtimClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => etimClasses.put(definition))),
    putModellingClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => modellingClasses.put(definition))),
    findEtimClass: async (code, version) => etimClasses.find(code, version),
    findModellingClass: async (code, version) => modellingClasses.find(code, version),
    putTerms: (terms) => commits.add(() => terms.forEach((term) => putTerm(term, generationOf()))),
    fillTerms: (terms) => commits.add(() => terms.forEach((term) => fillTerm(term, generationOf()))),
    findTerms: async (codes) =>
      new Map(
        findTerms.all(JSON.stringify(codes), generationOf(), generationOf()).map((row) => {
          const { code, descriptions } = termRow.parse(row);
          return [code, JSON.parse(descriptions) as Localized];
        }),
      ),
  };
}

function preparePutTerm(
  database: Database.Database,
  join: (known: Localized, said: Localized) => Localized,
): (term: Pick<Term, 'code' | 'descriptions'>, generation: number) => void {
  const findNow = database.prepare(`SELECT code, descriptions FROM terms WHERE code = ? AND +until = ${noEnd}`);
  const replace = prepareReplace(database, 'terms', 'code = ?');
  const insert = database.prepare(`INSERT INTO terms (code, descriptions, since, until) VALUES (?, ?, ?, ${noEnd})`);
  return ({ code, descriptions }, generation) => {
    const row = findNow.get(code);
    const known = row === undefined ? undefined : (JSON.parse(termRow.parse(row).descriptions) as Localized);
    const joined = join(known ?? {}, descriptions);
    if (known && isDeepStrictEqual(known, joined)) return;
    if (known) replace(generation, code);
    insert.run(code, JSON.stringify(joined), generation);
  };
}

interface ClassTable<Definition> {
  put(definition: Definition): void;
  find(code: string, version: string | undefined): Definition | undefined;
}

function createClassTable<Definition extends ModellingClassDefinition>(
  database: Database.Database,
  table: 'etim_classes' | 'modelling_classes',
  wordsOf: (definition: Definition) => readonly string[],
  generationOf: () => number,
): ClassTable<Definition> {
  const replace = prepareReplace(database, table, 'code = ? AND version = ?');
  const insert = database.prepare(
    `INSERT INTO ${table} (code, version, words, definition, since, until) VALUES (?, ?, ?, ?, ?, ${noEnd})`,
  );
  const exact = database.prepare(`SELECT definition FROM ${table} WHERE code = ? AND version = ? AND ${countsIn}`);
  const newest = database.prepare(
    `SELECT definition FROM ${table} WHERE code = ? AND ${countsIn} ORDER BY version DESC LIMIT 1`,
  );
  const kept = new Map<string, Definition | undefined>();

  function read(code: string, version: string | undefined, generation: number): Definition | undefined {
    const row =
      version === undefined
        ? newest.get(code, generation, generation)
        : exact.get(code, Number(version), generation, generation);
    return row === undefined ? undefined : (JSON.parse(classRow.parse(row).definition) as Definition);
  }

  return {
    put(definition) {
      const { code, version } = definition;
      const generation = generationOf();
      replace(generation, code, Number(version));
      insert.run(code, Number(version), wordsOf(definition).join(' '), JSON.stringify(definition), generation);
      kept.clear();
    },
    find(code, version) {
      const generation = generationOf();
      const key = `${generation} ${code} ${version ?? ''}`;
      const found = kept.has(key) ? kept.get(key) : read(code, version, generation);
      kept.delete(key);
      kept.set(key, found);
      const [oldest] = kept.keys();
      if (kept.size > classesKept && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}

function wordsOfClass({ descriptions }: ModellingClassDefinition): readonly string[] {
  return Object.values(descriptions);
}

function wordsOfEtimClass(definition: EtimClassDefinition): readonly string[] {
  return [...wordsOfClass(definition), ...Object.values(definition.synonyms).flat()];
}
