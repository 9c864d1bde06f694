import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import type { CadKey, ContentKey } from '../../../shared/model/content-key.ts';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
  ProductData,
  Term,
} from '../../../shared/model/product-data.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';

/**
 * Where the service keeps everything but bytes. A store knows no rules: it keeps what handlers decided and finds it
 * again. Whatever a promise of it acknowledges is durable. Times are milliseconds since 1970 (UTC).
 */
export interface Store {
  readonly blobs: BlobRecords;
  readonly versions: VersionRecords;
  readonly classes: ClassRecords;
  readonly products: ProductRecords;
  readonly standards: StandardRecords;
  readonly validation: ValidationRecords;
  readonly filters: FilterRecords;
  /**
   * Begins to take product data in, once what an earlier one left behind is cleaned away.
   * @throws AppError `import-under-way` while another one is not shown and not dropped
   */
  stageProductData(): Promise<StagedProductData>;
  /** Resolves once the disk has everything that can be read now: what is stored can be read a moment earlier. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Product data that is being taken in: it is durable, but `Store.classes` and `Store.products` answer as before until it
 * is shown. What ends with its process is never shown.
 */
export interface StagedProductData {
  readonly classes: StagedClasses;
  readonly products: StagedProducts;
  /** From one moment to the next all of it is there, in place of what it replaces. */
  show(): Promise<void>;
  /** Forgets all of it. */
  drop(): Promise<void>;
}

/** Bytes the service has, and how clients and disk call them. */
export interface StoredBlob {
  /** The GUID by which clients name the bytes. */
  readonly blobId: string;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** What is known of bytes; the bytes themselves are with `Blobs`. */
export interface BlobRecords {
  /** Notes bytes that are on disk. Bytes known already keep their id and count as stored again. */
  put(blob: Omit<StoredBlob, 'blobId'>, storedAt: number): Promise<StoredBlob>;
  find(blobId: string): Promise<StoredBlob | undefined>;
  findByHash(sha256: Sha256): Promise<StoredBlob | undefined>;
  /** Blobs that nothing refers to and that were last stored before that time. */
  listUnused(storedBefore: number): Promise<readonly StoredBlob[]>;
  /** Forgets a blob if it is still unused; false when it is in use or was stored again meanwhile. */
  dropUnused(blobId: string, storedBefore: number): Promise<boolean>;
}

/** The line of versions of one content key, or of one attachment of it. */
export interface History {
  readonly historyId: number;
  readonly key: ContentKey;
  /** Empty for the CAD file itself. */
  readonly attachmentName: string;
  readonly newest: Version;
  readonly newestRelease: Version | undefined;
}

/** One version of a history, which never changes. */
export interface StoredVersion {
  readonly key: ContentKey;
  readonly attachmentName: string;
  readonly version: Version;
  readonly changedAt: number;
  readonly comments: string | undefined;
  readonly blob: StoredBlob;
  /** The record as it was given, unknown properties included. */
  readonly record: CadMetadata;
}

/** A version to store, and what it has to follow. */
export interface VersionToAppend extends Omit<StoredVersion, 'blob'> {
  readonly blobId: string;
  /** The version that has to be the newest for this one to be appended; undefined: there must be none yet. */
  readonly after: Version | undefined;
}

/** Which histories are meant: those that agree in every value given. */
export type HistoryFilter = Pick<CadKey, 'applicationName'> & Partial<CadKey> & { readonly type?: string };

/** Which versions `listNewest` gives. */
export interface NewestFilter {
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly languageCode: string | undefined;
  /** Only versions changed after that time. */
  readonly changedAfter: number | undefined;
  /** The newest release of each history instead of its newest version. */
  readonly releasesOnly: boolean;
}

/** Histories and their versions: append-only. */
export interface VersionRecords {
  /** Appends all of them or none: `outdated` when a history has moved on from `after`. */
  append(versions: readonly VersionToAppend[]): Promise<'appended' | 'outdated' | 'unknown-blob'>;
  listHistories(filter: HistoryFilter): Promise<readonly History[]>;
  /** Newest first, in pages. */
  list(historyId: number, major?: number): AsyncIterable<readonly StoredVersion[]>;
  /** The newest version of a major one. */
  findNewest(historyId: number, major: number): Promise<StoredVersion | undefined>;
  find(historyId: number, version: Version): Promise<StoredVersion | undefined>;
  /** A text that is another whenever a version of an application version was stored since; of no use for anything else. */
  stateOf(applicationName: string, applicationVersion: string): string;
  /** One version of each history of CAD files (not of attachments), in the order of change, in pages. */
  listNewest(filter: NewestFilter): AsyncIterable<readonly StoredVersion[]>;
}

/** A product with the state that callers set; undefined where nobody has. */
export interface StoredProduct {
  readonly data: ProductData;
  readonly bimReady: boolean | undefined;
}

/** Classes and the words of the ETIM dictionary. Classes are found by code and version, and by code alone in their highest version. */
export interface ClassRecords {
  findEtimClass(code: string, version?: string): Promise<EtimClassDefinition | undefined>;
  findModellingClass(code: string, version?: string): Promise<ModellingClassDefinition | undefined>;
  /** What features, values and units are called, as far as it is known, by code. */
  findTerms(codes: readonly string[]): Promise<ReadonlyMap<string, Localized>>;
}

/** Classes and words as they will be. */
export interface StagedClasses extends ClassRecords {
  /** Adds or replaces by code and version. */
  putEtimClasses(definitions: readonly EtimClassDefinition[]): Promise<void>;
  putModellingClasses(definitions: readonly ModellingClassDefinition[]): Promise<void>;
  /** Adds terms, and languages to terms that are there. */
  putTerms(terms: readonly Term[]): Promise<void>;
  /** Adds terms, and languages to terms that are there, but leaves what is said already. */
  fillTerms(terms: readonly Pick<Term, 'code' | 'descriptions'>[]): Promise<void>;
}

/** What a product is called by: its id, or GLN and code of its manufacturer. */
export type ProductName = number | { readonly manufacturerGln: string; readonly productCode: string };

/** Products. */
export interface ProductRecords {
  find(productId: number): Promise<StoredProduct | undefined>;
  findByCode(manufacturerGln: string, productCode: string): Promise<StoredProduct | undefined>;
  /** The ids of those that there are, in the order asked; undefined for the others. */
  findIds(asked: readonly ProductName[]): Promise<readonly (number | undefined)[]>;
  /** The products of that code of all manufacturers. */
  findAllByCode(productCode: string): Promise<readonly StoredProduct[]>;
  findByGtin(gtin: string): Promise<StoredProduct | undefined>;
  /**
   * Products in which all words of the text occur, as beginnings of words and in any letter case: in product code,
   * names, manufacturer, or the names and synonyms of their classes. The best match first.
   */
  search(text: string, limit: number): Promise<readonly StoredProduct[]>;
  /** Sets all of them, or none when a product is unknown: then those ids are answered. */
  setBimReady(states: ReadonlyMap<number, boolean>): Promise<readonly number[]>;
}

/** Products as they will be. */
export interface StagedProducts extends ProductRecords {
  /**
   * Adds or replaces by product id and, where there is a GLN, by GLN and code. GTINs have to be in their 14-digit form.
   * BIM-ready states stay.
   */
  putProducts(products: readonly ProductData[]): Promise<void>;
  /** The highest product id there is; 0 without products. */
  highestId(): Promise<number>;
}

export interface StoredStandard {
  readonly standardId: string;
  readonly standardName: string;
}

/** CAD standards; names are told apart by letter case too. */
export interface StandardRecords {
  list(): Promise<readonly StoredStandard[]>;
  find(standardId: string): Promise<StoredStandard | undefined>;
  /** Adds a name; a name known already keeps its id. */
  put(standardName: string): Promise<StoredStandard>;
}

/** A validation file with what its upload said of it. */
export interface ValidationFile {
  readonly blob: StoredBlob;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

/** Which validation requests are meant: those that agree in every value given. */
export interface ValidationFilter {
  readonly projectId: string;
  readonly projectName?: string;
  readonly ticketNumber?: string;
}

/** A request under the ticket number by which its project knows it. */
export type NamedValidationRequest = CadValidationRequest & { readonly ticketNumber: string };

/** Validation files and requests; project and ticket number name one request. */
export interface ValidationRecords {
  putFile(blobId: string, fileName: string | undefined, contentType: string | undefined): Promise<void>;
  findFile(blobId: string): Promise<ValidationFile | undefined>;
  /** Adds a request; where project and ticket are taken, nothing changes and the JSON that stands is answered. */
  add(request: NamedValidationRequest, json: string): Promise<string | undefined>;
  listTickets(filter: ValidationFilter): Promise<readonly string[]>;
  /** JSON of a request. */
  find(projectId: string, ticketNumber: string): Promise<string | undefined>;
  /** How many were removed. */
  remove(filter: ValidationFilter): Promise<number>;
}

/** Filters as they were posted: JSON, which may be so long that it is written and read in turns. */
export interface FilterRecords {
  add(json: string): Promise<number>;
  find(filterId: number): Promise<string | undefined>;
}
