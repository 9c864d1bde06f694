import type { ModellingClassDefinition } from '../../../../shared/model/product-data.ts';
import { readDefinition, type ClassTableName } from '../class-rows.ts';
import { classesKept, wordsThatCount } from '../class-words.ts';
import { noEnd } from '../generation-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import { createRecent } from '../recent.ts';
import type { ClassMatch } from '../store.ts';
import { rowsValue, storable } from './connections.ts';
import { countsIn, endRows, generationValue, type Generation } from './generations.ts';
import { putIntoStage } from './stage-fence.ts';
import type { TenantDatabase } from './tenant.ts';
import { folded, vectorOf } from './words.ts';

/** What a column of whole numbers holds at most. */
const highestVersion = 2 ** 31 - 1;

/** Classes of one kind, in one generation. */
export interface ClassTable<Definition> {
  put(definitions: readonly Definition[]): Promise<void>;
  find(code: string, version: string | undefined): Promise<Definition | undefined>;
  search(words: readonly string[], match: ClassMatch): Promise<readonly Definition[]>;
  list(): AsyncIterable<readonly Definition[]>;
}

interface ClassKind<Definition> {
  readonly table: ClassTableName;
  readonly wordsOf: (definition: Definition) => readonly string[];
}

export function createClassTable<Definition extends ModellingClassDefinition>(
  database: TenantDatabase,
  generation: Generation,
  { table, wordsOf }: ClassKind<Definition>,
): ClassTable<Definition> {
  const { ask, tenantId } = database;
  const [find, search] = [findStatement(table), searchStatement(table)];
  // Only this import writes what it takes in; what is shown may be changed by another process.
  const kept = createRecent<Definition | undefined>(generation.kind === 'staged' ? classesKept : 0);
  return {
    async put(definitions) {
      if (definitions.length === 0) return;
      const given = new Map(definitions.map((definition) => [`${definition.code} ${definition.version}`, definition]));
      const rows = rowsValue([...given.values()].map((one) => rowOf(tenantId, one, wordsOf(one))));
      await putIntoStage(database, generation, async (session, into) => {
        const match = 't.code = g.code AND t.version = g.version';
        await endRows(session, into, { table, given: 'code text, version integer', match }, rows);
        await session(
          `INSERT INTO ${table} (tenant_id, code, version, since, until, folded, words, definition)
           SELECT $1, code, version, $2, ${noEnd}, folded, words, definition FROM json_to_recordset($3::json)
             AS g (code text, version integer, folded text, words tsvector, definition text)`,
          [into.tenantId, into.number, rows],
        );
      });
      kept.clear();
    },
    async find(code, version) {
      const number = version === undefined ? null : Number(version);
      if (number !== null && !(number >= 0 && number <= highestVersion)) return undefined;
      const key = `${code} ${number}`;
      const known = kept.find(key);
      if (known.length > 0) return known[0];
      const [row] = await ask(find, [tenantId, generationValue(generation), code, number]);
      const found = readIfThere(row, readDefinition<Definition>);
      kept.keep(key, found);
      return found;
    },
    list: () =>
      pagesByKey<Definition>(async (last, size) => {
        const values = [tenantId, generationValue(generation), last?.code ?? '', Number(last?.version ?? 0), size];
        return (await ask(pageStatement(table), values)).map(readDefinition<Definition>);
      }),
    async search(words, { of, atMost }) {
      const asked = wordsThatCount(words).map((word) => storable(folded(word)));
      if (asked.length === 0) return [];
      const least = of === 'all' ? asked.length : 1;
      const rows = await ask(search, [tenantId, generationValue(generation), asked, least, atMost]);
      return rows.map(readDefinition<Definition>);
    },
  };
}

function findStatement(table: string): string {
  return `SELECT definition FROM ${table} WHERE ${countsIn(table)} AND code = $3
    AND ($4::integer IS NULL OR version = $4) ORDER BY version DESC LIMIT 1`;
}

function pageStatement(table: string): string {
  return `SELECT definition FROM ${table} WHERE ${countsIn(table)} AND (code, version) > ($3, $4)
    ORDER BY code, version LIMIT $5`;
}

function rowOf(tenantId: string, definition: ModellingClassDefinition, words: readonly string[]) {
  const { code, version } = definition;
  return {
    code,
    version: Number(version),
    folded: folded([code, ...words].join('\n')),
    words: vectorOf(tenantId, [['D', words.join(' ')]]),
    definition: JSON.stringify(definition),
  };
}

/**
 * Parts of words are looked for in all classes of the tenant, of which there are some thousands: that takes no longer than
 * an index of parts would. A match in the code is a code that was typed; else the class of which the words make up most
 * is the best match. Older versions of a class come with it.
 */
function searchStatement(table: string): string {
  return `
    SELECT c.definition FROM ${table} c CROSS JOIN LATERAL (
      SELECT count(*) AS found, bool_or(strpos(lower(c.code), word) > 0) AS in_code
      FROM unnest($3::text[]) AS word WHERE strpos(c.folded, word) > 0
    ) AS matched CROSS JOIN LATERAL (
      SELECT sum(length(c.folded) - length(replace(c.folded, word, ''))) AS letters
      FROM unnest(CASE WHEN matched.found >= $4 THEN $3::text[] END) AS word
    ) AS amount
    WHERE ${countsIn('c')} AND matched.found >= $4
    ORDER BY matched.in_code DESC, matched.found DESC, amount.letters::real / length(c.folded) DESC, c.code, c.version DESC
    LIMIT $5`;
}
