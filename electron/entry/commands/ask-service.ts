import { AppError, describeError, toAppError } from '../../../shared/errors/app-error.ts';
import type { CadContentVersion, CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, parseContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { formatVersion, isRelease, type Version } from '../../../shared/model/version.ts';
import type { ProductAnswer } from '../../../shared/rpc/product-records.ts';
import { askedProduct } from '../../../shared/words/asked-product.ts';
import { lookUpProducts } from '../../engine/application/look-up-products.ts';
import { releaseDraft } from '../../engine/transfer/release.ts';
import type { ServiceClient } from '../../client/client.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { describeHead, describeProduct } from './describe-product.ts';
import { printAnswer, withViews, type Looking } from './looking.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { queriesOf, type NamedProducts } from './products-named.ts';
import { valueOf } from './wrong-request.ts';

/** Looks products up: one is printed by itself, of many each with the question it answers. */
export async function lookupCommand(named: NamedProducts, looking: Looking): Promise<number> {
  const queries = queriesOf(named);
  const answers = await withViews(looking.stateDir, (service) =>
    lookUpProducts(() => service, queries, looking.languageCode),
  );
  const [only, ...more] = answers;
  if (only && more.length === 0) {
    if (!only.product) throw new AppError(only.error?.code ?? 'not-found', { detail: only.error?.detail });
    printAnswer(looking.json, { ...only.product, asOfMs: only.asOfMs }, describeProduct);
    return exitCodes.done;
  }
  printResult(looking.json, { answers }, (told) => told.answers.map(describeAnswer).join('\n'));
  return answers.every(({ product }) => product) ? exitCodes.done : exitCodes.failed;
}

function describeAnswer({ query, product, error }: ProductAnswer): string {
  return `${askedProduct(query)}  ${product ? describeHead(product) : describeError(error ?? { code: 'not-found' })}`;
}

/** Lists the versions of a content key, newest first. */
export async function versionsCommand(keyText: string, looking: Looking): Promise<number> {
  const input = listVersionsInput(readKey(keyText, looking.languageCode));
  let asOfMs: number | undefined;
  const history = await withViews(looking.stateDir, (service) =>
    service.call('listVersions', input, { onMirrored: (seenMs) => (asOfMs = seenMs) }),
  );
  printAnswer(looking.json, { ...history, asOfMs }, describeHistory);
  return exitCodes.done;
}

/** Releases the newest draft of each key, one after the other; stops at the first that fails, and says which that is. */
export async function releaseCommand(
  keyTexts: readonly string[],
  comment: string,
  asking: Omit<Looking, 'stateDir'>,
): Promise<number> {
  const keys = keyTexts.map((text) => readKey(text, asking.languageCode));
  const { service } = clientFromEnvironment();
  try {
    const released: { key: string; version: string }[] = [];
    let failure: AppError | undefined;
    let mayBeMade = false;
    const note = (isSent: boolean): unknown => (mayBeMade = isSent);
    try {
      for (const key of keys) {
        const version = formatVersion(await releaseNow(service, { key, comment }, note));
        released.push({ key: formatContentKey(key), version });
      }
    } catch (error) {
      failure = toAppError(error);
    }
    const [failed] = keys.slice(released.length).map(formatContentKey);
    printResult(asking.json, { released, key: failed, error: failure?.toRecord() }, (told) =>
      told.released.map(({ key, version }) => `${key} released as ${version}`).join('\n'),
    );
    const what = `${failed} ${mayBeMade ? 'may have been released' : 'is not released'}`;
    if (failure) printNote(`${what}: ${describeError(failure.toRecord())}`);
    return failure ? exitCodes.failed : exitCodes.done;
  } finally {
    await service.close();
  }
}

/** @param note whether it may have been made, as far as that is known by then */
async function releaseNow(
  service: ServiceClient,
  { key, comment }: { readonly key: ContentKey; readonly comment: string },
  note: (mayBeMade: boolean) => void,
): Promise<Version> {
  const intent = { operation: 'release', comment } as const;
  const { signal } = new AbortController();
  note(false);
  // Nothing is kept of how far it came: nobody tries it again.
  const { version } = await releaseDraft({
    ...{ service, key, intent, signal, known: [], priority: 'person' },
    onSending: (fromMajor) => note(fromMajor !== undefined),
    onTurnedAway: () => note(false),
    onAccepted: () => note(true),
  });
  return version;
}

function readKey(text: string, languageCode: string | undefined): ContentKey {
  const key = valueOf(`KEY ${text}`, parseContentKey(text));
  const language = valueOf('--language', parseLanguageCode(languageCode));
  return language === undefined ? key : { ...key, languageCode: language };
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
