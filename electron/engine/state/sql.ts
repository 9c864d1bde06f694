import type { SqlValue, Statement } from '../ports.ts';

/** The text of a template with certain fragments, or of its beginning up to the fragment at a place. */
interface Form {
  readonly place: number;
  readonly fragment: string;
  text?: string;
  readonly longer: Form[];
}

const forms = new WeakMap<TemplateStringsArray, Form>();

/**
 * A statement, or a fragment of one to be put into others; `undefined` is written as NULL. Its text is made once.
 *
 * Each value's place is `+?` and not `?`: where there is something to choose (`ORDER BY`, `JOIN`, `LIMIT`), SQLite looks
 * at the values themselves and prepares the statement anew at every call, which costs more than running it. Into `+?` it
 * does not look.
 */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | undefined | Statement)[]): Statement {
  let form = forms.get(strings);
  if (!form) forms.set(strings, (form = { place: -1, fragment: '', longer: [] }));
  let length = 0;
  for (let place = 0; place < parts.length; place += 1) length += valuesIn(parts[place]);
  // An array that grows leaves behind what it outgrew, thirty times for each file.
  const values = new Array<SqlValue>(length);
  let next = 0;
  for (let place = 0; place < parts.length; place += 1) {
    const part = parts[place];
    if (isFragment(part)) {
      form = formWith(form, place, part.text);
      for (let index = 0; index < part.values.length; index += 1) values[next++] = part.values[index] as SqlValue;
    } else {
      values[next++] = part === undefined ? null : part;
    }
  }
  form.text ??= String.raw({ raw: strings }, ...parts.map((part) => (isFragment(part) ? part.text : '+?')));
  return { text: form.text, values };
}

/** A fragment, or a statement without values, as it stands: for names of tables and the like, never for values. */
export function raw(text: string): Statement {
  return { text, values: [] };
}

/** The columns of a row that is written; `undefined` is written as NULL. */
export type NewRow = Readonly<Record<string, SqlValue | undefined>>;

/** A text for a row by the columns that it names. */
interface RowText {
  readonly clash: string;
  readonly names: readonly string[];
  readonly text: string;
}

const inserts = new Map<string, RowText[]>();
const assignments: RowText[] = [];

/** Inserts a row, whose columns are named. A clash that is not named is an error. */
export function insert(table: string, row: NewRow, clash: '' | 'OR REPLACE' | 'OR IGNORE' = ''): Statement {
  let known = inserts.get(table);
  if (!known) inserts.set(table, (known = []));
  return ofRow(known, row, clash, (names) => {
    return `INSERT ${clash} INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  });
}

/** What an update sets, by the columns that the row names. */
export function assign(row: NewRow): Statement {
  return ofRow(assignments, row, '', (names) => names.map((name) => `${name} = ?`).join(', '));
}

/** @param known texts that were made before; a new one comes to stand among them */
function ofRow(known: RowText[], row: NewRow, clash: string, write: (names: readonly string[]) => string): Statement {
  const names = Object.keys(row);
  const values = names.map((name) => row[name] ?? null);
  for (const other of known) {
    if (other.clash === clash && areSame(other.names, names)) return { text: other.text, values };
  }
  const text = write(names);
  known.push({ clash, names, text });
  return { text, values };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index += 1) if (some[index] !== others[index]) return false;
  return true;
}

/**
 * Inserts a row, or has these columns of it written over those of the row that is there.
 * @param table one that no trigger observes: SQLite would take what it marks twice for an error then
 */
export function insertOrUpdate(
  table: 'backup_copy' | 'service_answer',
  row: NewRow,
  columns: readonly string[],
): Statement {
  const taken = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return sql`${insert(table, row)} ON CONFLICT DO UPDATE SET ${raw(taken)}`;
}

/** The pattern of a `LIKE … ESCAPE '\\'` for all that begins so. */
export function likePrefix(prefix: string): string {
  return `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Holds a text, in whatever case and however its accents are written, as `foldedPath` compares. `LIKE` does so for plain
 * letters alone; the pattern of a `GLOB` names each letter in both cases, in one spelling or the other.
 */
export function holdsText(expression: Statement, wanted: string): Statement {
  if (/^[\0-\x7f]*$/.test(wanted)) return sql`${expression} LIKE ${`%${likePrefix(wanted)}`} ESCAPE '\\'`;
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => globOf(wanted.normalize(form)));
  return sql`(${expression} GLOB ${composed} OR ${expression} GLOB ${decomposed})`;
}

function globOf(wanted: string): string {
  const letters = [...wanted].map((letter) => {
    const lower = letter.toLowerCase();
    // The upper case of `ß` is two letters, but there is one whose lower case it is.
    const cases = [lower, lower === 'ß' ? 'ẞ' : letter.toUpperCase()].filter((other) => [...other].length === 1);
    const spelled = [...new Set([letter, ...cases])].join('');
    // In brackets, what means something in a pattern is no more than a letter.
    return spelled === letter && !'*?['.includes(letter) ? letter : `[${spelled}]`;
  });
  return `*${letters.join('')}*`;
}

/** Of a table with paths: those in a folder and below it; an empty folder is the library's root. */
export function pathIsBelow(folder: string): Statement {
  return sql`path LIKE ${likePrefix(folder === '' ? '' : `${folder}/`)} ESCAPE '\\'`;
}

const valuesIn = (part: SqlValue | undefined | Statement): number => (isFragment(part) ? part.values.length : 1);

function isFragment(part: SqlValue | undefined | Statement): part is Statement {
  return typeof part === 'object' && part !== null;
}

function formWith(form: Form, place: number, fragment: string): Form {
  for (const known of form.longer) if (known.place === place && known.fragment === fragment) return known;
  const longer: Form = { place, fragment, longer: [] };
  form.longer.push(longer);
  return longer;
}
