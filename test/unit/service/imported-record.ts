import type { ImportRecord } from '../../../shared/model/import-record.ts';

/** A product that an import brings, named after the round that brings it. */
export function importedRecord(number: number, round: string): ImportRecord {
  return {
    kind: 'product',
    product: {
      manufacturerGln: '8712345000004',
      manufacturerName: 'Invented Pumps',
      productCode: `P${number}`,
      gtins: [],
      names: { en: `Pump of ${round}` },
      values: [],
    },
  };
}
