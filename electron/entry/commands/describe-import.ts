import type { ImportResult } from '../../../shared/rpc/import-records.ts';

const nouns = {
  classes: ['class', 'classes'],
  modellingClasses: ['modelling class', 'modelling classes'],
  features: ['feature', 'features'],
  values: ['value', 'values'],
  units: ['unit', 'units'],
  products: ['product', 'products'],
} as const;

/** The licence of the model asks for these words wherever it is passed on. */
const attribution =
  'Contains information from the ETIM Classification Model, which is made available by ETIM International under the ' +
  'Open Data Commons Attribution Licence v1.0.';

/** What an import did, for people; why one failed is said apart. */
export function describeImport(result: ImportResult): string {
  const counts = (Object.keys(nouns) as (keyof typeof nouns)[])
    .filter((name) => result[name] > 0)
    .map((name) => countOf(result[name], nouns[name]));
  return [
    headOf(result, counts),
    ...describeUpdated(result.updated),
    ...describeFaults(result),
    ...(result.classes === 0 ? [] : [attribution]),
  ].join('\n');
}

function describeUpdated(count: number): string[] {
  if (count === 0) return [];
  return [`Of these, ${count} ${count === 1 ? 'was known before and has' : 'were known before and have'} changed.`];
}

function headOf({ error }: ImportResult, counts: readonly string[]): string {
  if (error) return 'Nothing was imported. What was there before has not changed.';
  return counts.length === 0 ? 'Nothing was imported.' : `Imported: ${counts.join(', ')}.`;
}

function describeFaults({ error, skipped, faultCount, faults }: ImportResult): string[] {
  if (faultCount === 0) return [];
  const found = `${countOf(faultCount, ['fault', 'faults'])} found`;
  const more = faultCount - faults.length;
  return [
    error
      ? `${found} until then:`
      : `${found}. Left out: ${countOf(skipped, ['record', 'records'])}; of others only what is named:`,
    ...faults.map(({ file, pointer, detail }) => `  ${file} ${pointer}: ${detail}`),
    ...(more === 0 ? [] : [`  … and ${more} more`]),
  ];
}

function countOf(count: number, [one, many]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : many}`;
}
