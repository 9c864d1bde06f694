import { isDeepStrictEqual } from 'node:util';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
} from '../../../../shared/model/product-data.ts';
import { readWording } from '../class-rows.ts';
import { joinTerm, wordsOfClass, wordsOfEtimClass } from '../class-words.ts';
import { noEnd } from '../generation-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import type { StagedClasses, Wording } from '../store.ts';
import { createClassTable } from './class-table.ts';
import { rowsValue, storable } from './connections.ts';
import { countsIn, endRows, generationValue, type Generation } from './generations.ts';
import { putIntoStage } from './stage-fence.ts';
import type { TenantDatabase } from './tenant.ts';

/**
 * Classes and words as they are for one generation of product data, in PostgreSQL.
 * @param generation which one is read; what is put becomes part of it
 */
export function createClassRecords(database: TenantDatabase, generation: Generation): StagedClasses {
  const etimClasses = createClassTable<EtimClassDefinition>(database, generation, {
    table: 'etim_classes',
    wordsOf: wordsOfEtimClass,
  });
  const modellingClasses = createClassTable<ModellingClassDefinition>(database, generation, {
    table: 'modelling_classes',
    wordsOf: wordsOfClass,
  });
  return {
    putEtimClasses: (definitions) => etimClasses.put(definitions),
    putModellingClasses: (definitions) => modellingClasses.put(definitions),
    findEtimClass: (code, version) => etimClasses.find(code, version),
    findModellingClass: (code, version) => modellingClasses.find(code, version),
    searchEtimClasses: (words, match) => etimClasses.search(words, match),
    searchModellingClasses: (words, match) => modellingClasses.search(words, match),
    listEtimClasses: () => etimClasses.list(),
    listModellingClasses: () => modellingClasses.list(),
    listTerms: () => listTerms(database, generation),
    putTerms: (terms) => putTerms(database, generation, terms, joinTerm.put),
    fillTerms: (terms) => putTerms(database, generation, terms, joinTerm.fill),
    findTerms: (codes) => findTerms(database, generation, codes),
  };
}

async function findTerms(
  { ask, tenantId }: Pick<TenantDatabase, 'ask' | 'tenantId'>,
  generation: Generation,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Localized>> {
  const rows = await ask(
    `SELECT code, descriptions FROM terms WHERE ${countsIn('terms')} AND code = ANY ($3::text[])`,
    [tenantId, generationValue(generation), codes.map(storable)],
  );
  return new Map(rows.map(readWording).map(({ code, descriptions }) => [code, descriptions]));
}

function listTerms({ ask, tenantId }: TenantDatabase, generation: Generation): AsyncIterable<readonly Wording[]> {
  const page = `SELECT code, descriptions FROM terms WHERE ${countsIn('terms')} AND code > $3 ORDER BY code LIMIT $4`;
  return pagesByKey<Wording>(async (last, size) =>
    (await ask(page, [tenantId, generationValue(generation), last?.code ?? '', size])).map(readWording),
  );
}

async function putTerms(
  database: TenantDatabase,
  generation: Generation,
  terms: readonly Wording[],
  join: (known: Localized, said: Localized) => Localized,
): Promise<void> {
  if (terms.length === 0) return;
  await putIntoStage(database, generation, async (ask, into) => {
    const codes = terms.map(({ code }) => code);
    const known = await findTerms({ ask, tenantId: into.tenantId }, generation, codes);
    const joined = new Map<string, Localized>();
    for (const { code, descriptions } of terms) {
      joined.set(code, join(joined.get(code) ?? known.get(code) ?? {}, descriptions));
    }
    const changed = [...joined].filter(([code, said]) => !isDeepStrictEqual(known.get(code), said));
    const rows = rowsValue(changed.map(([code, said]) => ({ code, descriptions: JSON.stringify(said) })));
    await endRows(ask, into, { table: 'terms', given: 'code text', match: 't.code = g.code' }, rows);
    await ask(
      `INSERT INTO terms (tenant_id, code, since, until, descriptions)
       SELECT $1, code, $2, ${noEnd}, descriptions FROM json_to_recordset($3::json) AS g (code text, descriptions text)`,
      [into.tenantId, into.number, rows],
    );
  });
}
