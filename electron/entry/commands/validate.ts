import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';
import { AppError, describeError } from '../../../shared/errors/app-error.ts';
import { hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import type { validationParts } from '../../../shared/rpc/service-choices.ts';
import type { ProductCheck, ValueFault } from '../../../shared/rpc/product-check-records.ts';
import type { ValidationPlace, ValidationRecord, ValidationSubject } from '../../../shared/rpc/validation-records.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import { askedProduct } from '../../../shared/words/asked-product.ts';
import { lookUpProducts } from '../../engine/application/look-up-products.ts';
import { checkProducts } from '../../engine/ask/check-products.ts';
import { addValidationRequest, deleteValidationRequests, listValidationRequests } from '../../engine/ask/validation.ts';
import { openPersonFile } from '../../platform/person-files.ts';
import { askOrLeave, describeLater, noteWaiting, type Waits } from './ask-or-leave.ts';
import { describeHead } from './describe-product.ts';
import { printAnswer, withViews, type Looking } from './looking.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { idsOf, queriesOf, type NamedProducts } from './products-named.ts';
import { saveThing } from './save-thing.ts';
import { counted } from './counted.ts';

/** The requests go on at the service for minutes, and every question counts against its limit. */
const askAgainAfterMs = 15_000;

/**
 * Lists the requests of a project; with `watch`, until none of them goes on any more.
 * @returns the exit code: 2 where one that was watched failed
 */
export async function listCommand(
  place: ValidationPlace,
  { json, stateDir, watch }: Looking & { readonly watch: boolean },
): Promise<number> {
  await noteWaiting(stateDir, 'storeValidationFile', 'storeValidationRequest');
  const list = await withViews(stateDir, async (service) => {
    for (;;) {
      const found = await listValidationRequests(service, place);
      const open = found.requests.filter(({ state }) => state === 'requested' || state === 'inProgress');
      if (!watch || open.length === 0) return found;
      printNote(open.map(describeRequest).join('\n'));
      await sleep(askAgainAfterMs);
    }
  });
  printAnswer(json, list, ({ requests }) => requests.map(describeRequest).join('\n') || 'No requests.');
  return watch && list.requests.some(({ state }) => state === 'failed') ? exitCodes.needsPerson : exitCodes.done;
}

const stateWords = {
  waiting: 'waits for the service',
  refused: 'refused by the service',
  requested: 'requested',
  inProgress: 'in progress',
  succeeded: 'succeeded',
  failed: 'failed',
  notSaid: 'no state',
} as const;

function describeRequest(request: ValidationRecord): string {
  const { ticketNumber, state, productCount, requestedMs, description } = request;
  const when = requestedMs === undefined ? undefined : new Date(requestedMs).toISOString();
  // Of a file nobody says how many products are in it.
  const content = productCount > 0 ? counted(productCount, 'product') : undefined;
  return [ticketNumber, stateWords[state], content, when, description].filter(Boolean).join('  ');
}

interface AddOptions extends Looking {
  readonly description?: string;
  readonly requestedBy?: string;
  /** The file to validate; without, the products that are named. */
  readonly file?: string;
  readonly named: NamedProducts;
}

/** Sends products or a file and asks for their validation. */
export async function addCommand(place: ValidationPlace, options: AddOptions): Promise<number> {
  const { json, stateDir, languageCode, description, requestedBy, file, named } = options;
  const askedMs = Date.now();
  // Whoever asks for it in the end asks for the same.
  const ticketNumber = place.ticketNumber ?? newTicketNumber(askedMs);
  const draft = { ...place, ticketNumber, description, requestedBy, languageCode };
  const requested = await askOrLeave<ValidationSubject, Waits & { readonly ticketNumber: string }>(stateDir, {
    find: async (service) =>
      file === undefined
        ? { kind: 'products', productIds: await idsOf(service, named) }
        : { kind: 'file', path: resolve(file) },
    async now(service, subject) {
      const from = { openFile: openPersonFile, nowMs: askedMs };
      return { ticketNumber: await addValidationRequest(service, { ...draft, subject }, from) };
    },
    later: (writes, subject, serviceId) => writes.requestValidation({ ...draft, subject, serviceId, askedMs }),
  });
  printResult(json, requested, (told) =>
    told.waits ? `Ticket ${told.ticketNumber}. ${describeLater(told)}` : `Requested under ticket ${told.ticketNumber}.`,
  );
  return exitCodes.done;
}

export async function deleteCommand(
  place: ValidationPlace & { readonly ticketNumber: string },
  { json, stateDir }: Looking,
): Promise<number> {
  await withViews(stateDir, (service) => deleteValidationRequests(service, place));
  printResult(json, { deleted: place.ticketNumber }, (told) => `Deleted ticket ${told.deleted}.`);
  return exitCodes.done;
}

export type ReportPart = (typeof validationParts)[number];

const blobOf = {
  report: ({ reportBlobId, resultBlobId }: ValidationRecord) => reportBlobId ?? resultBlobId,
  result: ({ resultBlobId }: ValidationRecord) => resultBlobId,
  sent: ({ selectionBlobId }: ValidationRecord) => selectionBlobId,
} as const;

/**
 * Saves the report of a ticket, or another of its files.
 * @throws AppError `not-found` where the request has none yet
 */
export async function reportCommand(
  place: ValidationPlace,
  { part, to, ...looking }: Looking & { readonly part: ReportPart; readonly to: string },
): Promise<number> {
  const { requests } = await withViews(looking.stateDir, (service) => listValidationRequests(service, place));
  const [request] = requests;
  const blobId = request && blobOf[part](request);
  if (blobId === undefined) {
    const standing = request ? `, its state is: ${stateWords[request.state]}` : '';
    throw new AppError('not-found', { detail: `The request has no such file${standing}.` });
  }
  return saveThing(async () => ({ kind: 'validationFile', blobId, part }), to, looking);
}

/** Checks each product's values against the structure of its classes. @returns 2 where something is wrong */
export async function checkCommand(named: NamedProducts, { json, stateDir, languageCode }: Looking): Promise<number> {
  const checks = await withViews(stateDir, async (service) => {
    const views = () => service;
    return checkProducts(views, await lookUpProducts(views, queriesOf(named), languageCode), languageCode);
  });
  printResult(json, { checks }, (told) => told.checks.map(describeCheck).join('\n\n'));
  if (checks.some(({ error }) => error)) return exitCodes.failed;
  return checks.every(isGood) ? exitCodes.done : exitCodes.needsPerson;
}

function isGood({ faults, otherVersions, wrongNumbers }: ProductCheck): boolean {
  return faults.length + otherVersions.length + wrongNumbers.length === 0;
}

function describeCheck(check: ProductCheck): string {
  const { query, product, featureCount, filledCount, faults, otherVersions, wrongNumbers, error } = check;
  if (error) return `${describeHead(product) || askedProduct(query)}\n  not checked: ${describeError(error)}`;
  return [
    `${describeHead(product)}: ${filledCount} of ${featureCount} features filled`,
    ...wrongNumbers.map(({ kind, number }) => `  ${kind.toUpperCase()} ${number}: wrong check digit`),
    ...otherVersions.map(({ code, expected, found }) => `  ${code}: version ${found}, the service has ${expected}`),
    ...faults.map(describeFault),
  ].join('\n');
}

const faultWords = {
  missing: 'missing',
  notInClass: 'not a feature of its classes',
  wrongKind: 'the wrong kind of value',
  otherUnit: 'another unit',
  emptyRange: 'ends before it begins',
  twice: 'named twice',
} as const;

function describeFault({ fault, code, description, port, expected, found }: ValueFault): string {
  const place = port === 0 ? '' : ` (connection ${port})`;
  const more = expected === undefined || found === undefined ? '' : `: ${found} in place of ${expected}`;
  return `  ${code}  ${description}${place}: ${faultWords[fault]}${more}`;
}

/** Checks the form and check digit of GTINs. @returns 2 where one is wrong */
export function gtinCommand(texts: readonly string[], json: boolean): number {
  const gtins = texts.map((text) => {
    const gtin = parseGtin(text);
    const fault = gtin.ok ? (hasRightGtinCheckDigit(gtin.value) ? '' : 'the check digit is wrong') : gtin.fault.detail;
    return { gtin: text, isRight: fault === '', ...(fault === '' ? {} : { fault }) };
  });
  printResult(json, { gtins }, (told) =>
    told.gtins.map(({ gtin, fault }) => `${gtin}  ${fault ?? 'right'}`).join('\n'),
  );
  return gtins.every(({ isRight }) => isRight) ? exitCodes.done : exitCodes.needsPerson;
}
