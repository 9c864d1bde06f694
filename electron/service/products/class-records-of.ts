import type { ImportRecord } from '../../../shared/model/import-record.ts';
import type { ClassPairStructure } from '../../../shared/model/product-data.ts';

/** The two classes of each structure. A structure shows the features its products need, which may not be all. */
export async function* classRecordsOf(structures: readonly ClassPairStructure[]): AsyncGenerator<ImportRecord> {
  for (const { etimClass, modellingClass, features } of structures) {
    const ofOrigin = (wanted: string) => features.filter(({ origin }) => origin === wanted);
    yield {
      kind: 'etimClass',
      definition: { ...etimClass, synonyms: {}, features: ofOrigin('etim'), complete: false },
    };
    yield {
      kind: 'modellingClass',
      definition: { ...modellingClass, features: ofOrigin('modelling'), complete: false },
    };
  }
}
