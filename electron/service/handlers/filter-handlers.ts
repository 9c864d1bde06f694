import { readDisabledFields, withoutFields } from '../../../shared/api/disabled-fields.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import type { CadFilterResult, CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError, type InputFault } from '../../../shared/errors/app-error.ts';
import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import type { FilterRecords } from '../store/stored-lists.ts';
import { parseInTurns } from '../http/parse-json.ts';
import { jsonText } from '../json-text.ts';
import type { HandlerPorts, HandlerRequest, Handlers } from './handler.ts';

/** Operations 28 and 29: the filter that a selection of products is edited by. */
export function createFilterHandlers({ store }: HandlerPorts): Pick<Handlers, 'getFilter' | 'storeFilter'> {
  return {
    async getFilter({ params, ...request }) {
      const filter = await findFilter(store.filters, params.filterId, request);
      const disabled = readDisabledFields(params.disableFields);
      const cadProducts: CadProduct[] = [];
      for (const product of filter.cadProducts ?? []) {
        await request.takeTurn();
        cadProducts.push(withoutFields(product, disabled));
      }
      return { value: { ...filter, cadProducts } };
    },
    async storeFilter({ body, takeTurn }) {
      const [etimClassCode, modellingClassCode] = readClassPair(body);
      const { classes } = store;
      const isKnown =
        (await classes.findEtimClass(etimClassCode)) && (await classes.findModellingClass(modellingClassCode));
      if (!isKnown) {
        throw new AppError('not-found', { detail: `${etimClassCode} or ${modellingClassCode} is not known.` });
      }
      return { value: await store.filters.add(await jsonText(body, takeTurn)) };
    },
  };
}

/** @throws AppError `invalid-request` when the id is no number, `not-found`, `service-busy` */
export async function findFilter(
  filters: FilterRecords,
  filterId: string,
  { takeTurn, holdBytes }: Pick<HandlerRequest<OperationShape>, 'takeTurn' | 'holdBytes'>,
): Promise<CadFilterResult> {
  if (!/^\d{1,15}$/.test(filterId)) {
    const detail = 'a filter id is a whole number';
    throw refused([{ in: 'path', name: 'filterId', detail }]);
  }
  const filter = await filters.find(Number(filterId));
  if (!filter) throw new AppError('not-found', { detail: 'There is no such filter.' });
  holdBytes(Buffer.byteLength(filter));
  // It went through the record's schema when it came in, and only this service writes it.
  return (await parseInTurns(filter, takeTurn)) as CadFilterResult;
}

/**
 * The classes of the first product, which the filter is made from.
 * @throws AppError `invalid-request` naming what is missing or of the wrong form
 */
function readClassPair({ cadProducts = [] }: CadFilterResult): [string, string] {
  const [first] = cadProducts;
  if (!first) throw refused([{ in: 'body', pointer: '/cadProducts', detail: 'at least one product is expected' }]);
  const etimClass = parseEtimCode('class', first.etimClassCode ?? '');
  const modellingClass = parseEtimCode('modellingClass', first.modellingClassCode ?? '');
  if (etimClass.ok && modellingClass.ok) return [etimClass.value, modellingClass.value];
  const codes = Object.entries({ etimClassCode: etimClass, modellingClassCode: modellingClass });
  throw refused(
    codes.flatMap(([name, code]): InputFault[] =>
      code.ok ? [] : [{ in: 'body', pointer: `/cadProducts/0/${name}`, detail: code.fault.detail }],
    ),
  );
}

function refused(faults: readonly InputFault[]): AppError {
  return new AppError('invalid-request', { faults });
}
