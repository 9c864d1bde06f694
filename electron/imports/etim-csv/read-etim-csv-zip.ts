import type { ImportRecord, RecordFault } from '../../../shared/model/import-record.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { EtimClassDefinition, FeatureDefinition, Term } from '../../../shared/model/product-data.ts';
import type { ImportOptions } from '../import-options.ts';
import { readingFailure } from '../unreadable-file.ts';
import { readEtimTables, type ClassFeature, type EtimClassRow, type EtimTables } from './etim-tables.ts';
import { openZipTables } from './zip-tables.ts';

const termsPerRecord = 2_000;

/** Reading and joining the tables is so much of the whole; the rest is handing the classes over. */
const readingShare = 0.5;

/**
 * Reads the ETIM model from the ZIP of CSV tables in which ETIM International publishes it: all classes with features,
 * values, units and synonyms. All tables are read before the first record comes, so a damaged file brings nothing.
 * @throws AppError `import-file-unreadable`, `cancelled`
 */
export async function* readEtimCsvZip(path: string, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const { languageCode, signal, onProgress } = options;
  const faults: RecordFault[] = [];
  try {
    const tables = await readTables(path, faults, {
      signal,
      onProgress: (fraction) => onProgress(fraction * readingShare),
    });
    for (const fault of faults) yield { kind: 'faults', faults: [fault], skipped: true };
    yield* termRecords(tables, languageCode);
    let handedOver = 0;
    for (const row of tables.classes) {
      signal.throwIfAborted();
      yield { kind: 'etimClass', definition: definitionOf(row, tables, languageCode) };
      handedOver += 1;
      onProgress(readingShare + (1 - readingShare) * (handedOver / tables.classes.length));
    }
  } catch (thrown) {
    throw readingFailure(path, thrown);
  }
}

async function readTables(
  path: string,
  faults: RecordFault[],
  options: Pick<ImportOptions, 'signal' | 'onProgress'>,
): Promise<EtimTables> {
  const zip = await openZipTables(path);
  try {
    return await readEtimTables(zip, path, faults, options);
  } finally {
    zip.close();
  }
}

function* termRecords({ features, values, units }: EtimTables, languageCode: string): Generator<ImportRecord> {
  const terms = [
    ...termsOf('feature', features, languageCode),
    ...termsOf('value', values, languageCode),
    ...termsOf('unit', units, languageCode),
  ];
  for (const some of inLists(terms, termsPerRecord)) yield { kind: 'terms', terms: some };
}

function termsOf(kind: Term['kind'], words: ReadonlyMap<string, string>, languageCode: string): Term[] {
  return [...words].map(([code, text]) => ({ kind, code, descriptions: { [languageCode]: text } }));
}

function definitionOf(
  { code, name, version }: EtimClassRow,
  tables: EtimTables,
  language: string,
): EtimClassDefinition {
  const features = tables.featuresOfClass.get(code) ?? [];
  const otherWords = (tables.synonyms.get(code) ?? []).filter((word) => word !== '' && word !== name);
  return {
    code,
    version,
    descriptions: { [language]: name },
    synonyms: otherWords.length === 0 ? {} : { [language]: otherWords },
    features: features.map((feature) => featureOf(feature, tables, language)),
    complete: true,
  };
}

function featureOf(feature: ClassFeature, tables: EtimTables, language: string): FeatureDefinition {
  const { featureCode, type, unitCode, number } = feature;
  const choices = tables.choicesOfFeature.get(number) ?? [];
  return {
    featureCode,
    descriptions: { [language]: tables.features.get(featureCode) ?? '' },
    type,
    portCode: 0,
    origin: 'etim',
    ...(unitCode === '' ? {} : { unitCode, unitAbbreviation: tables.units.get(unitCode) ?? '' }),
    ...(type === 'A' ? { choices: choices.map((valueCode) => choiceOf(valueCode, tables, language)) } : {}),
  };
}

function choiceOf(valueCode: string, { values }: EtimTables, language: string) {
  return { valueCode, descriptions: { [language]: values.get(valueCode) ?? '' } };
}
