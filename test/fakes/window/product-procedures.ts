import type { ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import { ageOf } from './age.ts';
import { exampleClasses, exampleUsedPairs } from './class-rows.ts';
import type { Answering } from './engine-state.ts';
import { exampleAnswer, exampleSearch } from './product-rows.ts';

/** What the fake engine answers about products and their classes. */
export function createProductProcedures({ os, state, log }: Answering) {
  const fileOf = (fileId: string) => state.files.find((file) => file.fileId === fileId);
  const tellImport = (productImport: ProductImportRecord) => {
    state.productImport = productImport;
    log.publish({ kind: 'import', productImport });
  };

  return {
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        input.queries.map((query) => {
          const answer = exampleAnswer(query, input.languageCode);
          if (!answer.product) return answer;
          const bimReady = state.bimReady.get(answer.product.productId ?? 0) ?? answer.product.bimReady;
          return { ...answer, product: { ...answer.product, bimReady }, ...ageOf(state.status) };
        }),
      ),
      search: os.products.search.handler(({ input, errors }) => {
        if (state.status.connection.kind !== 'embedded') throw errors.APP_ERROR({ data: { code: 'not-offered' } });
        return exampleSearch(input.text, input.limit);
      }),
    },
    classes: {
      search: os.classes.search.handler(({ input }) => exampleClasses(input)),
      forFile: os.classes.forFile.handler(({ input }) => ({
        named: exampleClasses({
          kind: 'class',
          text: fileOf(input.fileId)?.name.split(' ')[1] ?? '',
          match: 'any',
          limit: 4,
        }),
        used: exampleUsedPairs,
      })),
    },
    imports: {
      start: os.imports.start.handler(({ input }) => {
        const [first = ''] = input.paths;
        const file = first.split(/[\\/]/).at(-1) ?? first;
        tellImport({ state: 'running', file, fileNumber: 1, fileCount: input.paths.length, progress: 0 });
        return {};
      }),
      cancel: os.imports.cancel.handler(() => {
        tellImport({ state: 'cancelling' });
        return {};
      }),
    },
  };
}
