import type { AnswerOf, CallId } from '../../../shared/api/caller.ts';
import { versionOf } from '../../../shared/api/content-key-of.ts';
import { readDisabledFields, withoutFields } from '../../../shared/api/disabled-fields.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { CadFilterResult, CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { CadValidationRequest, ListedValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import {
  choiceOfCriterion,
  isListedFor,
  readCriterion,
  readVersionChoice,
  type Criterion,
} from '../../../shared/api/version-choice.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { Question } from '../question.ts';
import { standardOf } from '../standards.ts';
import type { Waiting } from './waiting.ts';
import {
  chooseWaiting,
  contentVersionOf,
  isNotAmong,
  isOfCadKey,
  isOfContent,
  isOfLine,
  languagesOf,
  lineOf,
  ofLanguage,
  type WaitingVersion,
} from './waiting-versions.ts';
import type { Write } from './write.ts';

/**
 * What is answered together with what waits.
 * @param told what the service says, or said; `undefined` where it has no such thing or could not be asked
 * @returns `undefined` where what waits says nothing of it
 */
type WithWaiting<Id extends CallId> = (
  waiting: Waiting,
  question: Question<Id>,
  told: AnswerOf<Id> | undefined,
) => AnswerOf<Id> | undefined;

/** How what waits shows in answers. */
export const waitingAnswers: { readonly [Id in CallId]?: WithWaiting<Id> } = {
  listVersions({ versions }, { params, query }, told) {
    const ofFile = versions.filter((one) => one.attachmentName === '' && isOfContent(one, params));
    const ofFileAndLanguage = ofLanguage(ofFile, query.languageCode, languagesOf(told?.versions));
    const mine = ofFileAndLanguage.filter(isNotAmong(told?.versions ?? []));
    if (mine.length === 0) return undefined;
    const asked = mine.filter(({ version }) => isListedFor(query, version));
    const release = mine.findLast(({ version }) => isRelease(version));
    const all = [...asked.toReversed().map(contentVersionOf), ...(told?.versions ?? [])];
    const current = release ? contentVersionOf(release) : told?.current;
    return { ...told, ...(current ? { current } : {}), versions: all } satisfies CadContentVersions;
  },

  getMetadata({ versions }, { params, query }, told = []) {
    const choice = readVersionChoice(query);
    const { languageCode } = query;
    const ofKey = versions.filter(
      (one) =>
        isFile(one) && isOfCadKey(one, params) && (languageCode === undefined || one.key.languageCode === languageCode),
    );
    return withChosen(told, byLine(ofKey), (mine, standing) => chooseWaiting(mine, choice, isReleased(standing)));
  },

  listMetadata({ versions }, { params, query: { languageCode } }, told = []) {
    const { applicationName, applicationVersion, includeMinorVersion, afterChangeDate = -Infinity } = params;
    const wanted = versions.filter(
      ({ key, version, madeMs, ...one }) =>
        isFile(one) &&
        key.applicationName === applicationName &&
        key.applicationVersion === applicationVersion &&
        (languageCode === undefined || key.languageCode === languageCode) &&
        (includeMinorVersion || isRelease(version)) &&
        madeMs > afterChangeDate,
    );
    return withChosen(told, byLine(wanted), (mine) => mine.at(-1));
  },

  findMetadata: ({ versions }, { body = [] }, told = []) =>
    forCriteria(body, versions, told, (mine, criterion, standing) => {
      if (criterion.minor >= 0) return chosenOf(mine, criterion, standing);
      return mine.filter(({ version }) => criterion.major < 0 || version.major === criterion.major).toReversed();
    }),

  findCurrentMetadata: ({ versions }, { body = [] }, told = []) => forCriteria(body, versions, told, chosenOf),

  getStandards({ writes }, { params: { id = '' } }, told = {}) {
    const waiting = Object.assign(
      {},
      ...of(writes, 'storeStandard').map(({ answer }) => answer),
    ) as AnswerOf<'getStandards'>;
    if (Object.keys(waiting).length === 0) return undefined;
    const asked = id.trim().toLowerCase();
    if (asked === '' || asked === 'all') return { ...waiting, ...told };
    return standardOf(waiting, asked);
  },

  getFilter({ writes }, { params: { filterId, disableFields } }) {
    const write = of(writes, 'storeFilter').find(({ gives }) => gives === filterId.trim());
    if (!write) return undefined;
    const filter = write.input.body as CadFilterResult;
    const disabled = readDisabledFields(disableFields);
    return { ...filter, cadProducts: (filter.cadProducts ?? []).map((product) => withoutFields(product, disabled)) };
  },

  getProduct: ({ writes }, _question, told) => told && withBimReady(writes, [told])?.[0],
  getProductByGtin: ({ writes }, _question, told) => told && withBimReady(writes, [told])?.[0],
  findProducts: ({ writes }, _question, told) => told && withBimReady(writes, told),
  getProductValues: ({ writes }, _question, told) => told && withBimReady(writes, told),

  getValidationRequests: ({ writes }, { params }, told) => withRequests(writes, params, told),
  getNamedValidationRequests: ({ writes }, { params }, told) => withRequests(writes, params, told),
};

function of(writes: readonly Write[], operation: Write['operation']): readonly Write[] {
  return writes.filter((write) => write.operation === operation);
}

/** The last that was asked for each product, over what the service says of it. What it refused is not so. */
function withBimReady(writes: readonly Write[], products: readonly CadProduct[]): CadProduct[] | undefined {
  const waiting = of(writes, 'setBimReady')
    .filter(({ error }) => error === undefined)
    .map(({ input }) => input.body as Readonly<Record<string, boolean>>);
  if (waiting.length === 0) return undefined;
  const asked = new Map(waiting.flatMap((states) => Object.entries(states)));
  return products.map((product) => {
    const bimReady = asked.get(String(product.productId));
    return bimReady === undefined ? product : { ...product, bimReady };
  });
}

function isFile({ attachmentName, record }: Pick<WaitingVersion, 'attachmentName' | 'record'>): boolean {
  return attachmentName === '' && record !== undefined;
}

function isReleased(record: CadMetadata | undefined): boolean {
  const version = record && versionOf(record);
  return version !== undefined && isRelease(version);
}

/** The versions of each file. */
function byLine(versions: readonly WaitingVersion[]): readonly (readonly WaitingVersion[])[] {
  return [...Map.groupBy(versions, ({ line }) => line).values()];
}

/** Records of the service, those of files that wait in the place of theirs, and of files that it does not have. */
function withChosen(
  told: readonly CadMetadata[],
  lines: readonly (readonly WaitingVersion[])[],
  choose: (mine: readonly WaitingVersion[], standing: CadMetadata | undefined) => WaitingVersion | undefined,
): CadMetadata[] | undefined {
  if (lines.length === 0) return undefined;
  const standing = told.map((record) => ({ record, line: lineOf(record)?.line }));
  const byName = new Map(standing.toReversed().map(({ record, line }) => [line, record]));
  const chosen = lines.flatMap((mine) => choose(mine, byName.get(mine[0]?.line)) ?? []);
  if (chosen.length === 0) return undefined;
  const replaced = new Set<string | undefined>(chosen.map(({ line }) => line));
  const left = standing.filter(({ line }) => line === undefined || !replaced.has(line));
  return [...left, ...chosen].flatMap(({ record }) => (record ? [record] : []));
}

type Choose = (
  mine: readonly WaitingVersion[],
  criterion: Criterion,
  standing: CadMetadata | undefined,
) => readonly WaitingVersion[];

const chosenOf: Choose = (mine, criterion, standing) => {
  const chosen = chooseWaiting(mine, choiceOfCriterion(criterion), isReleased(standing));
  return chosen ? [chosen] : [];
};

/** Each criterion with what waits for it; where one version is meant, that takes the place of the service's. */
function forCriteria(
  criteria: readonly Parameters<typeof readCriterion>[0][],
  versions: readonly WaitingVersion[],
  told: readonly CadMetadata[],
  choose: Choose,
): CadMetadata[] | undefined {
  const added: WaitingVersion[] = [];
  const replaced: WaitingVersion[] = [];
  for (const one of criteria) {
    const criterion = readCriterion(one);
    if (!criterion.ok) continue;
    const { key, languageCode, minor } = criterion.value;
    const ofKey = versions.filter((version) => isFile(version) && isOfCadKey(version, key));
    for (const ofType of Map.groupBy(ofKey, (version) => version.key.type).values()) {
      const standing = told.filter((record) => record.type === ofType[0]?.key.type && isOfKey(record, ofType));
      const mine = ofLanguage(
        ofType,
        languageCode,
        standing.map((record) => record.languageCode ?? ''),
      );
      const stored = standing.flatMap((record) => {
        const version = versionOf(record);
        return version ? [{ ...version, sha256: record.sha256 }] : [];
      });
      const chosen = choose(mine.filter(isNotAmong(stored)), criterion.value, standing[0]);
      added.push(...chosen);
      if (minor >= 0 || choose === chosenOf) replaced.push(...chosen);
    }
  }
  if (added.length === 0) return undefined;
  const left = told.filter((record) => !replaced.some((version) => isOfLine(record, version)));
  return [...new Set(added)].flatMap(({ record }) => (record ? [record] : [])).concat(left);
}

function isOfKey(record: CadMetadata, [version]: readonly WaitingVersion[]): boolean {
  const line = lineOf(record);
  return line !== undefined && version !== undefined && isOfCadKey(version, line.key);
}

function withRequests(
  writes: readonly Write[],
  asked: { readonly projectId: string; readonly projectName?: string; readonly ticketNumber?: string | undefined },
  told: ListedValidationRequest[] = [],
): ListedValidationRequest[] | undefined {
  const waiting = of(writes, 'storeValidationRequest')
    .map(({ input, error }) => ({ request: input.body as CadValidationRequest, isRefused: error !== undefined }))
    .filter(
      ({ request: { projectId, projectName, ticketNumber } }) =>
        projectId === asked.projectId &&
        (asked.projectName === undefined || projectName === asked.projectName) &&
        (!asked.ticketNumber || ticketNumber === asked.ticketNumber),
    );
  // One whose answer was lost may be there already; beside one that was refused the service has another one.
  const isWaiting = ({ ticketNumber }: ListedValidationRequest): boolean =>
    waiting.some(({ request, isRefused }) => !isRefused && request.ticketNumber === ticketNumber);
  if (waiting.length === 0) return undefined;
  return [...told.filter((request) => !isWaiting(request)), ...waiting.map(({ request }) => request)];
}
