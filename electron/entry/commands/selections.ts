import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { SavedSelection, SavedThing, SelectionDetail } from '../../../shared/rpc/selection-records.ts';
import { openSelection, storeSelection } from '../../engine/ask/selections.ts';
import { setBimReady } from '../../engine/ask/small-requests.ts';
import { isProvisionalFilterId } from '../../gateway/outbox/provisional-ids.ts';
import { askOrLeave, describeLater, isNobodys, serviceOfEnvironment, type Waits } from './ask-or-leave.ts';
import { withEngine } from './engines.ts';
import { describeHead } from './describe-product.ts';
import { printAnswer, withViews, type Looking } from './looking.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { idsOf, type NamedProducts } from './products-named.ts';
import { saveThing } from './save-thing.ts';
import { counted } from './counted.ts';
import { wrong } from './wrong-request.ts';

/** Shows the products and features of a filter of the service. */
export async function showFilterCommand(
  asked: Omit<SavedSelection, 'name'>,
  { json, stateDir }: Looking,
): Promise<number> {
  const filterId = await idNow(stateDir, asked.filterId);
  const found = await withViews(stateDir, (service) => openSayingUnknown(service, { ...asked, filterId }));
  printAnswer(json, found, ({ productCount, products, features }) =>
    [
      counted(productCount, 'product'),
      ...products.map((product) => `  ${describeHead(product)}`),
      counted(features.length, 'feature'),
      ...features.map(({ code, description, selected }) => `  ${code}  ${description}${selected ? '' : '  (off)'}`),
    ].join('\n'),
  );
  return exitCodes.done;
}

/** Opens a filter, and says which codes switch off nothing: one list may be for many filters, or one be mistyped. */
async function openSayingUnknown(service: ViewCaller, asked: Omit<SavedSelection, 'name'>): Promise<SelectionDetail> {
  const found = await openSelection(service, asked);
  const codes = new Set(found.features.map(({ code }) => code));
  const unknown = asked.disabledFields.filter((code) => !codes.has(code));
  if (unknown.length > 0) printNote(`The filter has no feature ${unknown.join(', ')} to switch off.`);
  return found;
}

/** Stores products as a filter of the service and prints its id; the one that it has meanwhile, where it waits. */
export async function addFilterCommand(named: NamedProducts, looking: Looking): Promise<number> {
  const { json, stateDir, languageCode } = looking;
  const stored = await askOrLeave<readonly number[], Waits & { readonly filterId: string }>(stateDir, {
    find: (service) => idsOf(service, named),
    now: async (service, productIds) => ({ filterId: await storeSelection(service, productIds, languageCode) }),
    later: (writes, productIds, serviceId) =>
      writes.storeFilter({ serviceId, productIds: [...productIds], languageCode }),
  });
  printResult(json, stored, ({ filterId, ...told }) =>
    told.waits
      ? `${describeLater(told)} Its id is ${filterId} until then, and stays valid.`
      : `Stored as filter ${filterId}.`,
  );
  return exitCodes.done;
}

/**
 * The id of a filter at the service, for one that a command was told while the service was away.
 * @throws AppError `filter-waits`, `filter-refused` where the service does not have it
 */
async function idNow(stateDir: string, filterId: string): Promise<string> {
  if (!isProvisionalFilterId(filterId)) return filterId;
  const serviceId = serviceOfEnvironment();
  const asked = withEngine(stateDir, ({ writes }) => writes.filterNow({ serviceId, filterId }));
  const known = await asked.catch((error: unknown) => {
    // Where nothing can wait it is an id like any other.
    if (isNobodys(error)) return { filterId, waits: undefined, refused: undefined };
    throw error;
  });
  if (known.waits) throw new AppError('filter-waits');
  if (known.refused) throw new AppError('filter-refused', { detail: '"cadsync addins where" says why.' });
  return known.filterId;
}

interface ExportOptions extends Looking {
  /** Its ending says what it becomes: a ZIP with the CAD files, or a table. */
  readonly to: string;
  /** Without, the products that are named. */
  readonly filterId?: string;
  readonly named: NamedProducts;
  readonly kind: SavedSelection['kind'];
  readonly disabledFields: readonly string[];
  /** The program that a ZIP is for. */
  readonly program?: Program;
}

/**
 * Saves a filter or products as a ZIP of their CAD files or as a table.
 * @throws AppError `invalid-request` where the file is to be neither, or the program is missing
 */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const { named, kind: selectionKind, languageCode = '', program, to } = options;
  const isTable = /\.csv$/i.test(to);
  if (!isTable && !/\.zip$/i.test(to)) throw wrong('--to names a file that ends with .zip or .csv.');
  if (!isTable && !program) throw wrong('A ZIP is for a program: name it by --application, e.g. "Revit 2025".');
  const disabledFields = [...options.disabledFields];
  const filterId = options.filterId === undefined ? undefined : await idNow(options.stateDir, options.filterId);
  return saveThing(
    async (service): Promise<SavedThing> => {
      if (filterId !== undefined) {
        if (disabledFields.length > 0)
          await openSayingUnknown(service, { filterId, kind: selectionKind, disabledFields });
        return program && !isTable
          ? { kind: 'filterZip', filterId, disabledFields, program, languageCode }
          : { kind: 'filterTable', filterId, selectionKind, disabledFields };
      }
      const productIds = await idsOf(service, named);
      return program && !isTable
        ? { kind: 'productsZip', productIds, program, languageCode }
        : { kind: 'productsTable', productIds, languageCode };
    },
    to,
    options,
  );
}

/** Sets whether products are BIM-ready: all of them or none. */
export async function bimReadyCommand(
  named: NamedProducts,
  isReady: boolean,
  { json, stateDir }: Looking,
): Promise<number> {
  const set = await askOrLeave<number[], Waits & { readonly productIds: number[] }>(stateDir, {
    find: (service) => idsOf(service, named),
    async now(service, productIds) {
      await setBimReady(service, productIds, isReady);
      return { productIds };
    },
    later: async (writes, productIds, serviceId) => ({
      productIds,
      ...(await writes.setBimReady({ serviceId, productIds, isReady })),
    }),
  });
  printResult(json, { ...set, isReady }, (told) => {
    if (told.waits) return describeLater(told);
    const which = told.productIds.length === 1 ? '1 product is' : `${told.productIds.length} products are`;
    return `${which} ${told.isReady ? '' : 'not '}BIM-ready now.`;
  });
  return exitCodes.done;
}
