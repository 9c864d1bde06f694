import type { ImportedProduct, ImportRecord, ImportSummary, RecordFault } from '../../../shared/model/import-record.ts';
import type { ClassDefinition } from '../../../shared/model/product-data.ts';
import type { Store } from '../store/store.ts';
import { createImportBatch } from './import-batch.ts';
import { createImportTally } from './import-tally.ts';

/** An import under way. */
export interface ProductImport {
  /**
   * Takes records until there are no more. What it throws, it throws between two commits: what `summary` tells of is
   * kept, and the same records may be taken again.
   */
  take(records: AsyncIterable<ImportRecord>, onFaults?: (faults: readonly RecordFault[]) => void): Promise<void>;
  summary(): ImportSummary;
}

/** So many records are one commit: the disk is waited for seldom, and other work gets its turn in between. */
const recordsPerCommit = 500;

/** Creates an import into a store that nobody else imports into meanwhile. */
export function createProductImport(store: Pick<Store, 'classes' | 'products'>): ProductImport {
  const batch = createImportBatch(store);
  const tally = createImportTally();

  async function put(record: ImportRecord): Promise<void> {
    switch (record.kind) {
      case 'terms':
        batch.putTerms(record.terms);
        return tally.noteTerms(record.terms);
      case 'etimClass':
        return tally.note('classes', classKey(record.definition), await batch.putEtimClass(record.definition));
      case 'modellingClass': {
        const { definition } = record;
        return tally.note('modellingClasses', classKey(definition), await batch.putModellingClass(definition));
      }
      case 'product':
        return tally.note('products', productKey(record.product), await batch.putProduct(record.product));
      case 'faults':
        if (record.skipped) tally.noteSkipped();
    }
  }

  async function commit(): Promise<void> {
    await batch.flush();
    tally.keep();
  }

  return {
    async take(records, onFaults = () => undefined) {
      let sinceCommit = 0;
      for await (const record of records) {
        if (record.kind === 'faults') onFaults(record.faults);
        await put(record);
        sinceCommit += 1;
        if (sinceCommit < recordsPerCommit) continue;
        await commit();
        sinceCommit = 0;
      }
      await commit();
    },
    summary: () => tally.summary(),
  };
}

function classKey({ code, version }: ClassDefinition): string {
  return `${code} ${version}`;
}

function productKey({ manufacturerGln, manufacturerName, productCode }: ImportedProduct): string {
  return JSON.stringify([manufacturerGln ?? manufacturerName, productCode]);
}
