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

/** What an import did, for people. */
export function describeImport(result: ImportResult): string {
  const counts = (Object.keys(nouns) as (keyof typeof nouns)[])
    .filter((name) => result[name] > 0)
    .map((name) => `${result[name]} ${nouns[name][result[name] === 1 ? 0 : 1]}`);
  const head = counts.length === 0 ? 'Nothing was imported.' : `Imported: ${counts.join(', ')}.`;
  return [
    head,
    ...(result.updated === 0 ? [] : [`Of these, ${result.updated} were known before and have changed.`]),
    ...describeFaults(result),
    ...(result.classes === 0 ? [] : [attribution]),
  ].join('\n');
}

function describeFaults({ skipped, faultCount, faults }: ImportResult): string[] {
  if (faultCount === 0) return [];
  const more = faultCount - faults.length;
  return [
    `${faultCount} faults were found; ${skipped} records were left out because of theirs:`,
    ...faults.map(({ file, pointer, detail }) => `  ${file} ${pointer}: ${detail}`),
    ...(more === 0 ? [] : [`  … and ${more} more`]),
  ];
}
