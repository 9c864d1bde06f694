import { formatContentKey } from '../../../shared/model/content-key.ts';
import type { EtimClassDefinition, ModellingClassDefinition, ProductData } from '../../../shared/model/product-data.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import { hashOf } from '../store/hash-of.ts';
import type { ListedVersion, Store, StoredBlob, StoredProduct, Wording } from '../store/store.ts';
import type { NamedValidationRequest, StoredFilter, StoredStandard, ValidationFile } from '../store/stored-lists.ts';
import { placeOf } from '../store/version-rows.ts';
import type { CopyPart } from './copy-part.ts';

/** A version and the one before it in its history. */
export interface FollowingVersion extends ListedVersion {
  readonly after: Version | undefined;
}

/** Whether a product is ready for BIM, where somebody has said so. */
export interface BimState {
  readonly productId: number;
  readonly ready: boolean;
}

export const versionPart: CopyPart<FollowingVersion> = {
  name: 'versions',
  list: listVersions,
  describe: ({ key, attachmentName, version, comments, blob, record, changedAt }) => ({
    key: [...placeOf(key, attachmentName), version.major, version.minor],
    texts: [comments],
    rest: [changedAt, blob, record],
  }),
  nameOf: ({ key, attachmentName, version }) =>
    `version ${formatVersion(version)} of ${[formatContentKey(key), attachmentName].filter(Boolean).join(', ')}`,
};

/**
 * Versions with the time that each is listed under. Both sides say the same of it where they have the same versions: of
 * one that was superseded since, no store knows any more where it stood in the order of change.
 */
export const listedVersionPart: CopyPart<FollowingVersion> = {
  ...versionPart,
  describe(version) {
    const { rest, ...described } = versionPart.describe(version);
    return { ...described, rest: [version.listedAt, rest] };
  },
};

/** Bytes that something refers to; those that wait for their record are their sender's to send again. */
export const filePart: CopyPart<StoredBlob> = {
  name: 'files',
  list: (store) => store.blobs.listUsed(),
  describe: ({ blobId, sha256, sizeBytes }) => ({ key: [blobId], texts: [], rest: [sha256, sizeBytes] }),
  nameOf: ({ sha256 }) => `the file with the SHA-256 ${sha256}`,
};

export const standardPart: CopyPart<StoredStandard> = {
  name: 'standards',
  async *list(store) {
    yield await store.standards.list();
  },
  describe: ({ standardName, standardId }) => ({ key: [standardName], texts: [], rest: standardId }),
  nameOf: ({ standardName }) => `the standard ${standardName}`,
};

export const validationFilePart: CopyPart<ValidationFile> = {
  name: 'validationFiles',
  list: (store) => store.validation.listFiles(),
  describe: ({ blob, fileName, contentType }) => ({ key: [blob.blobId], texts: [fileName, contentType], rest: blob }),
  nameOf: ({ blob, fileName }) => `the validation file ${blob.blobId}${fileName === undefined ? '' : ` (${fileName})`}`,
};

export const validationRequestPart: CopyPart<string> = {
  name: 'validationRequests',
  list: (store) => store.validation.listRequests(),
  describe(json) {
    const { projectId, ticketNumber } = requestIn(json);
    return { key: [hashOf(projectId), hashOf(ticketNumber)], texts: [], rest: json };
  },
  nameOf(json) {
    const { projectId, ticketNumber } = requestIn(json);
    return `the validation request ${ticketNumber} of project ${projectId}`;
  },
};

/** It went through its schema when it came in, and only services write it. */
export function requestIn(json: string): NamedValidationRequest {
  return JSON.parse(json) as NamedValidationRequest;
}

export const filterPart: CopyPart<StoredFilter> = {
  name: 'filters',
  list: (store) => store.filters.list(),
  describe: ({ filterId, json }) => ({ key: [filterId], texts: [], rest: json }),
  nameOf: ({ filterId }) => `the filter ${filterId}`,
};

const compareClass = {
  describe: (definition: ModellingClassDefinition) => ({
    key: [definition.code, Number(definition.version)],
    texts: [],
    rest: definition,
  }),
  nameOf: ({ code, version }: ModellingClassDefinition) => `class ${code} in version ${version}`,
};

export const etimClassPart: CopyPart<EtimClassDefinition> = {
  name: 'etimClasses',
  list: (store) => store.classes.listEtimClasses(),
  ...compareClass,
};

export const modellingClassPart: CopyPart<ModellingClassDefinition> = {
  name: 'modellingClasses',
  list: (store) => store.classes.listModellingClasses(),
  ...compareClass,
};

export const termPart: CopyPart<Wording> = {
  name: 'terms',
  list: (store) => store.classes.listTerms(),
  describe: ({ code, descriptions }) => ({ key: [code], texts: [], rest: descriptions }),
  nameOf: ({ code }) => `the words for ${code}`,
};

export const productPart: CopyPart<ProductData> = {
  name: 'products',
  list: (store) => eachPage(store, ({ data }) => data),
  describe: (product) => ({ key: [product.productId], texts: [], rest: product }),
  nameOf: ({ productId }) => `product ${productId}`,
};

export const bimStatePart: CopyPart<BimState> = {
  name: 'bimStates',
  list: (store) =>
    eachPage(store, ({ data, bimReady }) =>
      bimReady === undefined ? [] : [{ productId: data.productId, ready: bimReady }],
    ),
  describe: ({ productId, ready }) => ({ key: [productId], texts: [], rest: ready }),
  nameOf: ({ productId }) => `the BIM state of product ${productId}`,
};

async function* eachPage<Row>(store: Store, rowOf: (product: StoredProduct) => Row | Row[]): AsyncGenerator<Row[]> {
  for await (const page of store.products.list()) yield page.flatMap(rowOf);
}

async function* listVersions(store: Store): AsyncGenerator<FollowingVersion[]> {
  let before: ListedVersion | undefined;
  for await (const page of store.versions.listAll()) {
    yield page.map((version) => {
      const after = before && isSameHistory(before, version) ? before.version : undefined;
      before = version;
      return { ...version, after };
    });
  }
}

function isSameHistory(one: ListedVersion, other: ListedVersion): boolean {
  const place = placeOf(other.key, other.attachmentName);
  return placeOf(one.key, one.attachmentName).every((value, index) => value === place[index]);
}
