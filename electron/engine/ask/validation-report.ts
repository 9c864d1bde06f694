import type { IncomingFile, ViewCaller } from '../../../shared/api/caller.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import {
  validationFeatureStates,
  validationProducts,
  validationProductStates,
} from '../../../shared/api/schemas/validation-result.ts';
import type { ValidationReport } from '../../../shared/rpc/validation-records.ts';
import { textOfHtml } from './text-of-html.ts';

/** So much of a report is read for the window; all of it can be saved to a file. */
const mostBytes = 4 * 1024 ** 2;
const mostProducts = 500;
const mostCharacters = 200_000;

/** What a report says. @throws AppError `not-found`, or what the service answers */
export async function readValidationReport(service: ViewCaller, blobId: string): Promise<ValidationReport> {
  const { text, isCut } = await readStart(await service.download('getValidationFile', { params: { blobId } }));
  return (isCut ? undefined : readProducts(text)) ?? asText(text, isCut);
}

async function readStart({ bytes }: IncomingFile): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes > mostBytes) break;
  }
  const text = new TextDecoder().decode(joined(pieces, sizeBytes));
  return { text, isCut: sizeBytes > mostBytes };
}

function joined(pieces: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}

/** `undefined` for what is no list of validated products. */
function readProducts(text: string): ValidationReport | undefined {
  const list = readRecord(validationProducts, parsedOrNothing(text));
  if (!list.success || list.data.length === 0) return undefined;
  // A list of products that nobody validated says nothing of their state.
  if (list.data.every(({ validationStatus }) => validationStatus === undefined)) return undefined;
  const products = list.data.slice(0, mostProducts).map(({ cadId, validationStatus = 0, features = [] }) => ({
    name: cadId ?? '',
    state: nameIn(validationProductStates, validationStatus),
    isGood: validationStatus >= validationProductStates.ValidStructure,
    features: features
      .filter(({ status = 0 }) => status !== validationFeatureStates.OK)
      .map(({ featureCode = '', portCode = 0, status = 0 }) => ({
        code: featureCode,
        port: portCode,
        state: nameIn(validationFeatureStates, status),
        isGood: false,
      })),
  }));
  return { kind: 'products', products, isCut: list.data.length > mostProducts };
}

function nameIn(states: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(states).find((name) => states[name] === value) ?? String(value);
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asText(text: string, isCut: boolean): ValidationReport {
  const isPage = /<(!doctype|html|body|table|div|p|h\d)\b/i.test(text.slice(0, 4_096));
  const read = isPage ? textOfHtml(text) : text;
  return { kind: 'text', text: read.slice(0, mostCharacters), isCut: isCut || read.length > mostCharacters };
}
