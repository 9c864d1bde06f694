import type { ImportRecord, ImportSummary, RecordFault } from '../../../shared/model/import-record.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { ClassDefinition, ProductData } from '../../../shared/model/product-data.ts';
import { stageWholly } from '../store/stage-wholly.ts';
import type { StagedProductData, Store, TellProgress } from '../store/store.ts';
import { createTurns } from '../take-turns.ts';
import { createImportBatch } from './import-batch.ts';
import { createImportTally } from './import-tally.ts';
import { findEtimClassOf } from './known-classes.ts';
import { readValues } from './read-values.ts';

/** Takes product data in as a whole or not at all. */
export interface ProductImport {
  /**
   * Takes records until there are no more; only then all of them are there, from one moment to the next. Values whose unit
   * or number is not certain are left out and told as faults. What it throws leaves everything as it was before.
   * @param onTidying told how much is cleaned away of what an earlier import left behind, before any record is taken
   */
  take(records: AsyncIterable<ImportRecord>, onFaults?: TellFaults, onTidying?: TellProgress): Promise<ImportSummary>;
}

/** Products whose maker gives them their ids. */
interface WholeProducts {
  /** Takes records, then products in place of those with their ids, all or nothing. */
  takeAsIs(records: AsyncIterable<ImportRecord>, products: readonly ProductData[]): Promise<void>;
}

export type TellFaults = (faults: readonly RecordFault[]) => void;

/** So many records are one commit: the disk is waited for seldom, and other work gets its turn in between. */
const recordsPerCommit = 200;

/** Creates imports into a store; one at a time takes records. */
export function createProductImport(store: Pick<Store, 'stageProductData'>): ProductImport & WholeProducts {
  return {
    take: (records, onFaults = () => undefined, onTidying = undefined) =>
      stageWholly(store, (staged) => stageRecords(staged, records, onFaults), onTidying),
    takeAsIs: (records, products) =>
      stageWholly(store, async (staged) => {
        await stageRecords(staged, records, () => undefined);
        for (const some of inLists(products, recordsPerCommit)) await staged.products.putProducts(some);
      }),
  };
}

async function stageRecords(
  staged: StagedProductData,
  records: AsyncIterable<ImportRecord>,
  onFaults: TellFaults,
): Promise<ImportSummary> {
  const batch = createImportBatch(staged);
  const tally = createImportTally();
  const takeTurn = createTurns();

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
      case 'product': {
        const etimClass = await findEtimClassOf(batch, record.product);
        const { product, faults } = readValues(record.product, etimClass);
        if (faults.length > 0) onFaults(faults);
        const { productId, outcome } = await batch.putProduct(product);
        return tally.note('products', productId, outcome);
      }
      case 'faults':
        if (record.skipped) tally.noteSkipped();
        onFaults(record.faults);
    }
  }

  let sinceCommit = 0;
  for await (const record of records) {
    await takeTurn();
    await put(record);
    sinceCommit += 1;
    if (sinceCommit < recordsPerCommit) continue;
    await batch.flush();
    sinceCommit = 0;
  }
  await batch.flush();
  return tally.summary();
}

function classKey({ code, version }: ClassDefinition): string {
  return `${code} ${version}`;
}
