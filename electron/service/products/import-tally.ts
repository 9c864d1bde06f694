import type { ImportSummary } from '../../../shared/model/import-record.ts';
import type { Term } from '../../../shared/model/product-data.ts';

/** What a record came to: something new, a change of something known, or nothing that was not known. */
export type Outcome = 'added' | 'updated' | 'unchanged';

type Counted = Exclude<keyof ImportSummary, 'updated' | 'skipped'>;

const nameOfTerm = { feature: 'features', value: 'values', unit: 'units' } as const;

/** Counts what is imported; what is noted counts once it is kept. */
export interface ImportTally {
  note(counted: Counted, key: string, outcome: Outcome): void;
  noteTerms(terms: readonly Term[]): void;
  noteSkipped(): void;
  /** What was noted so far has been written for good. */
  keep(): void;
  summary(): ImportSummary;
}

export function createImportTally(): ImportTally {
  let noted: { readonly counted: Counted; readonly key: string; readonly outcome: Outcome }[] = [];
  const kept: Record<Counted, Set<string>> = {
    classes: new Set(),
    modellingClasses: new Set(),
    features: new Set(),
    values: new Set(),
    units: new Set(),
    products: new Set(),
  };
  const added = new Set<string>();
  const updated = new Set<string>();
  let skipped = 0;

  function note(counted: Counted, key: string, outcome: Outcome): void {
    noted.push({ counted, key, outcome });
  }

  return {
    note,
    noteTerms: (terms) => terms.forEach(({ kind, code }) => note(nameOfTerm[kind], code, 'unchanged')),
    noteSkipped: () => void (skipped += 1),
    keep() {
      for (const { counted, key, outcome } of noted) {
        kept[counted].add(key);
        const name = `${counted} ${key}`;
        if (outcome === 'added') added.add(name);
        // Later records about something that is new do not make it an update.
        else if (outcome === 'updated' && !added.has(name)) updated.add(name);
      }
      noted = [];
    },
    summary: () => ({
      classes: kept.classes.size,
      modellingClasses: kept.modellingClasses.size,
      features: kept.features.size,
      values: kept.values.size,
      units: kept.units.size,
      products: kept.products.size,
      updated: updated.size,
      skipped,
    }),
  };
}
