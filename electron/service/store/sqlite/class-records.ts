import type Database from 'better-sqlite3';
import { z } from 'zod';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
} from '../../../../shared/model/product-data.ts';
import type { ClassRecords } from '../store.ts';
import type { CommitQueue } from './commit-queue.ts';

const classRow = z.object({ definition: z.string() });
const termRow = z.object({ code: z.string(), descriptions: z.string() });

/** Classes are read with every product, are long, and those in use are few: the ones used last stay parsed. */
const classesKept = 200;

/** Imported data is checked when it is imported, and only this service writes it; so rows are trusted to be such. */
export function createClassRecords(database: Database.Database, commits: CommitQueue): ClassRecords {
  const etimClasses = createClassTable<EtimClassDefinition>(database, 'etim_classes', wordsOfEtimClass);
  const modellingClasses = createClassTable<ModellingClassDefinition>(database, 'modelling_classes', wordsOfClass);
  const putTerm = database.prepare(
    `INSERT INTO terms (code, descriptions) VALUES (?, ?)
     ON CONFLICT (code) DO UPDATE SET descriptions = json_patch(descriptions, excluded.descriptions)`,
  );
  const fillTerm = database.prepare(
    `INSERT INTO terms (code, descriptions) VALUES (?, ?)
     ON CONFLICT (code) DO UPDATE SET descriptions = json_patch(excluded.descriptions, terms.descriptions)`,
  );
  const findTerms = database.prepare(
    'SELECT code, descriptions FROM json_each(?) AS asked JOIN terms ON code = asked.value',
  );
  return {
    putEtimClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => etimClasses.put(definition))),
    putModellingClasses: (definitions) =>
      commits.add(() => definitions.forEach((definition) => modellingClasses.put(definition))),
    findEtimClass: async (code, version) => etimClasses.find(code, version),
    findModellingClass: async (code, version) => modellingClasses.find(code, version),
    putTerms: (terms) =>
      commits.add(() => terms.forEach(({ code, descriptions }) => putTerm.run(code, JSON.stringify(descriptions)))),
    fillTerms: (terms) =>
      commits.add(() => terms.forEach(({ code, descriptions }) => fillTerm.run(code, JSON.stringify(descriptions)))),
    findTerms: async (codes) =>
      new Map(
        findTerms.all(JSON.stringify(codes)).map((row) => {
          const { code, descriptions } = termRow.parse(row);
          return [code, JSON.parse(descriptions) as Localized];
        }),
      ),
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
): ClassTable<Definition> {
  const put = database.prepare(
    `INSERT INTO ${table} (code, version, words, definition) VALUES (?, ?, ?, ?)
     ON CONFLICT (code, version) DO UPDATE SET words = excluded.words, definition = excluded.definition`,
  );
  const exact = database.prepare(`SELECT definition FROM ${table} WHERE code = ? AND version = ?`);
  const newest = database.prepare(`SELECT definition FROM ${table} WHERE code = ? ORDER BY version DESC LIMIT 1`);
  const kept = new Map<string, Definition | undefined>();

  function read(code: string, version: string | undefined): Definition | undefined {
    const row = version === undefined ? newest.get(code) : exact.get(code, Number(version));
    return row === undefined ? undefined : (JSON.parse(classRow.parse(row).definition) as Definition);
  }

  return {
    put(definition) {
      const { code, version } = definition;
      put.run(code, Number(version), wordsOf(definition).join(' '), JSON.stringify(definition));
      kept.clear();
    },
    find(code, version) {
      const key = `${code} ${version ?? ''}`;
      const found = kept.has(key) ? kept.get(key) : read(code, version);
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
