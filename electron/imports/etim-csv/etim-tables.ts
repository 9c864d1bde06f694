import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import type { RecordFault } from '../../../shared/model/import-record.ts';
import type { FeatureType, Term } from '../../../shared/model/product-data.ts';
import type { ImportOptions } from '../import-options.ts';
import { tableRows } from './table-rows.ts';
import type { ZipTables } from './zip-tables.ts';

/** The tables of the model as the service needs them joined. */
export interface EtimTables {
  /** Code → wording, in the language of the file. */
  readonly features: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
  readonly units: ReadonlyMap<string, string>;
  /** Class code → its other words. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** Class code → its features, in order. */
  readonly featuresOfClass: ReadonlyMap<string, readonly ClassFeature[]>;
  /** Number of a class's feature → codes of the values it can take, in order. */
  readonly choicesOfFeature: ReadonlyMap<string, readonly string[]>;
  readonly classes: readonly EtimClassRow[];
}

/** A class by itself. */
export interface EtimClassRow {
  readonly code: string;
  readonly name: string;
  /** Positive whole number as text. */
  readonly version: string;
}

/** One feature of one class. */
export interface ClassFeature {
  /** Identifies the pair of class and feature. */
  readonly number: string;
  readonly featureCode: string;
  readonly type: FeatureType;
  /** Empty where the feature has none. */
  readonly unitCode: string;
  readonly sort: number;
}

const tableNames = {
  classes: 'ETIMARTCLASS.CSV',
  synonyms: 'ETIMARTCLASSSYNONYMMAP.CSV',
  classFeatures: 'ETIMARTCLASSFEATUREMAP.CSV',
  choices: 'ETIMARTCLASSFEATUREVALUEMAP.CSV',
  features: 'ETIMFEATURE.CSV',
  values: 'ETIMVALUE.CSV',
  units: 'ETIMUNIT.CSV',
} as const;

/** Whether a ZIP holds the model at all. */
export function holdsEtimModel(zip: ZipTables): boolean {
  return zip.has(tableNames.classes);
}

/**
 * Reads all tables. Rows that name something unknown are noted as faults and left out.
 * @throws AppError `import-file-unreadable` when a table is missing or damaged
 */
export async function readEtimTables(
  zip: ZipTables,
  path: string,
  faults: RecordFault[],
  options: Pick<ImportOptions, 'signal' | 'onProgress'>,
): Promise<EtimTables> {
  const each = createRowReader(zip, path, faults, options);
  const features = await readDictionary(each, 'feature', tableNames.features, ['FEATUREID', 'FEATUREDESC']);
  const values = await readDictionary(each, 'value', tableNames.values, ['VALUEID', 'VALUEDESC']);
  const units = await readDictionary(each, 'unit', tableNames.units, ['UNITOFMEASID', 'UNITDESC']);
  return {
    features,
    values,
    units,
    synonyms: zip.has(tableNames.synonyms) ? await readSynonyms(each) : new Map(),
    choicesOfFeature: await readChoices(each, values),
    featuresOfClass: await readClassFeatures(each, features, units),
    classes: await readClasses(each),
  };
}

/** Takes the cells of each row of a table; answers what is wrong with a row that is to be left out. */
type EachRow = (
  table: string,
  columns: readonly string[],
  take: (cells: readonly string[]) => string | undefined,
) => Promise<void>;

function createRowReader(
  zip: ZipTables,
  path: string,
  faults: RecordFault[],
  { signal, onProgress }: Pick<ImportOptions, 'signal' | 'onProgress'>,
): EachRow {
  const total = Object.values(tableNames).reduce((sum, name) => sum + zip.sizeOf(name), 0);
  let read = 0;
  async function* counted(table: string): AsyncGenerator<Buffer> {
    for await (const chunk of zip.read(table)) {
      signal.throwIfAborted();
      yield chunk;
      read += chunk.length;
      onProgress(read / total);
    }
  }
  return async (table, columns, take) => {
    for await (const rows of tableRows(counted(table), columns, { path, table })) {
      for (const { line, cells } of rows) {
        const detail = take(cells);
        if (detail !== undefined) faults.push({ pointer: `${table}:${line}`, detail });
      }
    }
  };
}

async function readDictionary(
  each: EachRow,
  kind: Term['kind'],
  table: string,
  columns: readonly string[],
): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  await each(table, columns, ([code = '', text = '']) => {
    const parsed = parseEtimCode(kind, code);
    if (!parsed.ok) return parsed.fault.detail;
    words.set(parsed.value, text);
    return undefined;
  });
  return words;
}

async function readSynonyms(each: EachRow): Promise<EtimTables['synonyms']> {
  const synonyms = new Map<string, string[]>();
  await each(tableNames.synonyms, ['ARTCLASSID', 'CLASSSYNONYM'], ([classCode = '', word = '']) => {
    append(synonyms, classCode, word);
    return undefined;
  });
  return synonyms;
}

async function readChoices(
  each: EachRow,
  values: ReadonlyMap<string, string>,
): Promise<EtimTables['choicesOfFeature']> {
  const sorted = new Map<string, { readonly code: string; readonly sort: number }[]>();
  await each(tableNames.choices, ['ARTCLASSFEATURENR', 'VALUEID', 'SORTNR'], ([number = '', code = '', sort = '']) => {
    if (!values.has(code)) return `the value ${code} is not among the values`;
    append(sorted, number, { code, sort: Number(sort) });
    return undefined;
  });
  return new Map([...sorted].map(([number, choices]) => [number, inOrder(choices).map(({ code }) => code)]));
}

async function readClassFeatures(
  each: EachRow,
  features: ReadonlyMap<string, string>,
  units: ReadonlyMap<string, string>,
): Promise<EtimTables['featuresOfClass']> {
  const columns = ['ARTCLASSID', 'ARTCLASSFEATURENR', 'FEATUREID', 'FEATURETYPE', 'UNITOFMEASID', 'SORTNR'];
  const featuresOfClass = new Map<string, ClassFeature[]>();
  await each(tableNames.classFeatures, columns, (cells) => {
    const [classCode = '', number = '', featureCode = '', type = '', unitCode = '', sort = ''] = cells;
    if (!features.has(featureCode)) return `the feature ${featureCode} is not among the features`;
    if (!isModelType(type)) return `the feature type ${type} is none of A, L, N and R`;
    if (unitCode !== '' && !units.has(unitCode)) return `the unit ${unitCode} is not among the units`;
    append(featuresOfClass, classCode, { number, featureCode, type, unitCode, sort: Number(sort) });
    return undefined;
  });
  return new Map([...featuresOfClass].map(([classCode, list]) => [classCode, inOrder(list)]));
}

async function readClasses(each: EachRow): Promise<EtimTables['classes']> {
  const classes: EtimClassRow[] = [];
  await each(tableNames.classes, ['ARTCLASSID', 'ARTCLASSDESC', 'ARTCLASSVERSION'], (cells) => {
    const [code = '', name = '', version = ''] = cells;
    const parsed = parseEtimCode('class', code);
    if (!parsed.ok) return parsed.fault.detail;
    if (!/^[1-9]\d{0,8}$/.test(version)) return 'a class version is a positive whole number';
    classes.push({ code: parsed.value, name, version });
    return undefined;
  });
  return classes;
}

/** Feature types of ETIM classes; coordinates and matrices belong to modelling classes. */
function isModelType(type: string): type is 'A' | 'L' | 'N' | 'R' {
  return /^[ALNR]$/.test(type);
}

function inOrder<T extends { readonly sort: number }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.sort - b.sort);
}

function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
