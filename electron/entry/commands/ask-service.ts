import type { ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { CadContentVersion, CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import { formatContentKey, parseContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { formatVersion, isRelease, type Version } from '../../../shared/model/version.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { releaseDraft } from '../../engine/transfer/release.ts';
import type { ServiceClient } from '../../client/client.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { viewsOfEnvironment } from '../mirror-port.ts';
import { exitCodes, printProblem, printResult } from './output.ts';

interface Asking {
  readonly json: boolean;
  readonly languageCode?: string | undefined;
}

/** What is only looked at: where the service cannot be asked, what it answered before is told with its age. */
interface Looking extends Asking {
  /** Folder of the state, where the service's answers are kept too. */
  readonly stateDir: string;
}

/** Looks a product up by GTIN, or by manufacturer GLN and product code. */
export async function lookupCommand(
  asked: { readonly gtin: string } | { readonly gln: string; readonly productCode: string },
  { languageCode = '', ...looking }: Looking,
): Promise<number> {
  return lookAt(looking, describeProduct, async (service, options) => {
    const query = { languageCode };
    if ('gtin' in asked) return service.call('getProductByGtin', { params: { gtin: asked.gtin }, query }, options);
    const params = { manufacturerGln: asked.gln, productCode: asked.productCode };
    return service.call('getProduct', { params, query }, options);
  });
}

/** Lists the versions of a content key, newest first. */
export async function versionsCommand(keyText: string, looking: Looking): Promise<number> {
  const key = readKey(keyText, looking.languageCode);
  return lookAt(looking, describeHistory, (service, options) =>
    service.call('listVersions', listVersionsInput(key), options),
  );
}

/** Releases the newest draft of each key, one after the other; stops at the first that fails and tells what was released. */
export async function releaseCommand(keyTexts: readonly string[], comment: string, asking: Asking): Promise<number> {
  const keys = keyTexts.map((text) => readKey(text, asking.languageCode));
  return withService(async (service) => {
    const released: { key: string; version: string }[] = [];
    let failure: AppError | undefined;
    for (const key of keys) {
      try {
        released.push({ key: formatContentKey(key), version: formatVersion(await releaseNow(service, key, comment)) });
      } catch (error) {
        failure = toAppError(error);
        break;
      }
    }
    printResult(asking.json, { released, ...(failure ? { error: failure.toRecord() } : {}) }, (told) =>
      told.released.map(({ key, version }) => `${key} released as ${version}`).join('\n'),
    );
    if (failure) printProblem(failure);
    return failure ? exitCodes.failed : exitCodes.done;
  });
}

async function releaseNow(service: ServiceClient, key: ContentKey, comment: string): Promise<Version> {
  const intent = { operation: 'release', comment } as const;
  const { signal } = new AbortController();
  const { version } = await releaseDraft({ service, key, intent, known: [], signal, onSending: () => undefined });
  return version;
}

async function lookAt<Answer>(
  { json, stateDir }: Looking,
  describe: (answer: Answer) => string,
  ask: (service: ViewCaller, options: ViewOptions) => Promise<Answer>,
): Promise<number> {
  const { service, serviceId } = clientFromEnvironment();
  const mirrored = viewsOfEnvironment(stateDir, service, serviceId);
  let asOfMs: number | undefined;
  try {
    const answer = await ask(mirrored.views(), { onMirrored: (seenMs) => (asOfMs = seenMs) });
    const aged = asOfMs === undefined ? answer : { ...answer, asOf: new Date(asOfMs).toISOString() };
    printResult(json, aged, (told) => [describe(told), ...describeAge(asOfMs)].join('\n'));
    return exitCodes.done;
  } finally {
    await service.close();
    mirrored.close();
  }
}

function describeAge(asOfMs: number | undefined): string[] {
  if (asOfMs === undefined) return [];
  return [`As of ${createFormats('en').moment(asOfMs, Date.now())}: the service cannot be asked now.`];
}

async function withService(use: (service: ServiceClient) => Promise<number>): Promise<number> {
  const { service } = clientFromEnvironment();
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

function readKey(text: string, languageCode: string | undefined): ContentKey {
  const key = parseContentKey(text);
  if (!key.ok) throw new AppError('invalid-request', { detail: `KEY ${text}: ${key.fault.detail}.` });
  const language = parseLanguageCode(languageCode);
  if (!language.ok) throw new AppError('invalid-request', { detail: `--language: ${language.fault.detail}.` });
  return language.value === undefined ? key.value : { ...key.value, languageCode: language.value };
}

function listVersionsInput({ type, languageCode, ...cadKey }: ContentKey) {
  return { params: { ...cadKey, type }, query: { languageCode: languageCode ?? '' } };
}

function describeHistory({ versions }: CadContentVersions): string {
  return versions.map(describeVersion).join('\n') || 'No versions.';
}

function describeVersion(version: CadContentVersion): string {
  const kind = isRelease(version) ? 'release' : 'draft';
  return [formatVersion(version), kind, version.changeDate, version.comments].filter(Boolean).join('  ');
}

function describeProduct(product: CadProduct): string {
  const head = [product.name, product.manufacturerName, product.productCode].filter(Boolean).join(' · ');
  const classes = [
    product.etimClassCode &&
      `${product.etimClassCode} v${product.etimClassCodeVersion ?? '1'} ${product.etimClassDescription ?? ''}`,
    product.modellingClassCode &&
      `${product.modellingClassCode} v${product.modellingClassCodeVersion ?? '1'} ${product.modellingClassDescription ?? ''}`,
  ].filter(Boolean);
  const features = (product.properties ?? []).map(describeProperty);
  return [head, ...classes, ...features].join('\n');
}

function describeProperty({ code, description, portCode, value, unitAbbreviation, unitCode }: CadProperty): string {
  const place = portCode === undefined || portCode === 0 ? '' : ` (connection ${portCode})`;
  const unit = unitAbbreviation ?? unitCode ?? '';
  return `  ${code ?? ''}  ${description ?? ''}${place}: ${describeValue(value)} ${unit}`.trimEnd();
}

function describeValue(value: CadPropertyValue | undefined): string {
  const { numericValue, logicalValue, rangeValue, coordinateValue } = value ?? {};
  if (numericValue !== undefined) return String(numericValue);
  if (logicalValue !== undefined) return logicalValue ? 'yes' : 'no';
  if (rangeValue) return `${rangeValue.min ?? ''} … ${rangeValue.max ?? ''}`;
  if (coordinateValue)
    return [coordinateValue.x, coordinateValue.y, coordinateValue.z].map((axis) => axis ?? '–').join(' / ');
  return value?.description ?? value?.code ?? '–';
}
