import type { ImportSummary } from '../../../shared/model/import-record.ts';
import type { Term } from '../../../shared/model/product-data.ts';

/** What a record came to: something new, a change of something known, or nothing that was not known. */
export type Outcome = 'added' | 'updated' | 'unchanged';

type Counted = Exclude<keyof ImportSummary, 'updated' | 'skipped'>;

const nameOfTerm = { feature: 'features', value: 'values', unit: 'units' } as const;

/** Counts what is imported, each thing once. */
export interface ImportTally {
  /** @param key what tells the thing from others of its kind */
  note(counted: Counted, key: string | number, outcome: Outcome): void;
  noteTerms(terms: readonly Term[]): void;
  noteSkipped(): void;
  summary(): ImportSummary;
}

export function createImportTally(): ImportTally {
  const noted: Readonly<Record<Counted, Map<string | number, Outcome>>> = {
    classes: new Map(),
    modellingClasses: new Map(),
    features: new Map(),
    values: new Map(),
    units: new Map(),
    products: new Map(),
  };
  let updated = 0;
  let skipped = 0;

  function note(counted: Counted, key: string | number, outcome: Outcome): void {
    const before = noted[counted].get(key);
    // Later records about something that is new do not make it an update.
    if (before === 'added' || before === 'updated') return;
    if (outcome === 'updated') updated += 1;
    noted[counted].set(key, outcome);
  }

  return {
    note,
    noteTerms: (terms) => terms.forEach(({ kind, code }) => note(nameOfTerm[kind], code, 'unchanged')),
    noteSkipped: () => void (skipped += 1),
    summary: () => ({
      classes: noted.classes.size,
      modellingClasses: noted.modellingClasses.size,
      features: noted.features.size,
      values: noted.values.size,
      units: noted.units.size,
      products: noted.products.size,
      updated,
      skipped,
    }),
  };
}
