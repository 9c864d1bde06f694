import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { CadKey, ContentKey } from '../../../shared/model/content-key.ts';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
  ProductData,
  Term,
} from '../../../shared/model/product-data.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { FilterRecords, StandardRecords, ValidationRecords } from './stored-lists.ts';

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
   * @param onTidying told how much of that is cleaned away, where it takes long
   * @throws AppError `import-under-way` while another one is not shown and not dropped
   */
  stageProductData(onTidying?: TellProgress): Promise<StagedProductData>;
  /** A text as it is found again: PostgreSQL has no character 0, and nothing has halves of characters. JSON is never changed. */
  keeps(text: string): string;
  /** Resolves once the disk has everything that can be read now: what is stored can be read a moment earlier. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @param fraction how much is done, 0 … 1 */
export type TellProgress = (fraction: number) => void;

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
  /**
   * Notes bytes that are on disk. Bytes known already keep their id and count as stored again.
   * @param blob with the id that a copy has to keep; where that is taken, what has it is answered
   */
  put(blob: Omit<StoredBlob, 'blobId'> & Partial<StoredBlob>, storedAt: number): Promise<StoredBlob>;
  /** All that something refers to, by id, in pages. */
  listUsed(): AsyncIterable<readonly StoredBlob[]>;
  find(blobId: string): Promise<StoredBlob | undefined>;
  findByHash(sha256: Sha256): Promise<StoredBlob | undefined>;
  /** Blobs that nothing refers to and that were last stored before that time, in pages, of which many may be empty. */
  listUnused(storedBefore: number): AsyncIterable<readonly StoredBlob[]>;
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
  /** The time to list it under, which a copy brings along; the store decides where nothing is said. */
  readonly listedAt?: number;
}

/** A version with the time by which it is, or was, in the order of change. */
export interface ListedVersion extends StoredVersion {
  readonly listedAt: number;
}

/** Which histories are meant: those that agree in every value given; `''` says no language, or no attachment. */
export type HistoryFilter = Pick<CadKey, 'applicationName'> &
  Partial<CadKey> & { readonly type?: string; readonly languageCode?: string; readonly attachmentName?: string };

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
  /** The programs of which there are CAD files, each with its version. */
  listPrograms(): Promise<readonly Program[]>;
  /** Newest first, in pages. */
  list(historyId: number, major?: number): AsyncIterable<readonly StoredVersion[]>;
  /** The newest version of a major one. */
  findNewest(historyId: number, major: number): Promise<StoredVersion | undefined>;
  find(historyId: number, version: Version): Promise<StoredVersion | undefined>;
  /** A text that is another whenever a version of an application version was stored since; of no use for anything else. */
  stateOf(applicationName: string, applicationVersion: string): Promise<string>;
  /**
   * One version of each history of CAD files (not of attachments), in the order of change, in pages. Whatever is appended
   * later, by whichever process and clock, stands behind all that somebody has read.
   */
  listNewest(filter: NewestFilter): AsyncIterable<readonly StoredVersion[]>;
  /** All versions, those of a history together and the oldest first; histories by the bytes of `placeColumns`. In pages. */
  listAll(): AsyncIterable<readonly ListedVersion[]>;
}

/** A product with the state that callers set; undefined where nobody has. */
export interface StoredProduct {
  readonly data: ProductData;
  readonly bimReady: boolean | undefined;
}

/** How classes are searched. Parts of words count; words of fewer than three letters do not. */
export interface ClassMatch {
  readonly of: 'all' | 'any';
  readonly atMost: number;
}

/** What a term is called, whatever kind of term it is. */
export type Wording = Pick<Term, 'code' | 'descriptions'>;

/** Classes and the words of the ETIM dictionary. Classes are found by code and version, and by code alone in their highest version. */
export interface ClassRecords {
  findEtimClass(code: string, version?: string): Promise<EtimClassDefinition | undefined>;
  findModellingClass(code: string, version?: string): Promise<ModellingClassDefinition | undefined>;
  /** Classes in whose code or words, in any language, all of these occur, or any of them; the best match first. */
  searchEtimClasses(words: readonly string[], match: ClassMatch): Promise<readonly EtimClassDefinition[]>;
  searchModellingClasses(words: readonly string[], match: ClassMatch): Promise<readonly ModellingClassDefinition[]>;
  /** What features, values and units are called, as far as it is known, by code. */
  findTerms(codes: readonly string[]): Promise<ReadonlyMap<string, Localized>>;
  /** All of them by code and version, in pages. */
  listEtimClasses(): AsyncIterable<readonly EtimClassDefinition[]>;
  listModellingClasses(): AsyncIterable<readonly ModellingClassDefinition[]>;
  /** All of them by code, in pages. */
  listTerms(): AsyncIterable<readonly Wording[]>;
}

/** Classes and words as they will be. */
export interface StagedClasses extends ClassRecords {
  /** Adds or replaces by code and version. */
  putEtimClasses(definitions: readonly EtimClassDefinition[]): Promise<void>;
  putModellingClasses(definitions: readonly ModellingClassDefinition[]): Promise<void>;
  /** Adds terms, and languages to terms that are there. */
  putTerms(terms: readonly Term[]): Promise<void>;
  /** Adds terms, and languages to terms that are there, but leaves what is said already. */
  fillTerms(terms: readonly Wording[]): Promise<void>;
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
   * @throws AppError `cancelled` once nobody waits for them any more
   */
  search(text: string, limit: number, signal?: AbortSignal): Promise<readonly StoredProduct[]>;
  /** The modelling classes that products of an ETIM class are drawn by, the most usual first. */
  modellingClassesOf(etimClassCode: string): Promise<readonly string[]>;
  /** Sets all of them, or none when a product is unknown: then those ids are answered. */
  setBimReady(states: ReadonlyMap<number, boolean>): Promise<readonly number[]>;
  /** All of them by id, in pages. */
  list(): AsyncIterable<readonly StoredProduct[]>;
}

/** Products as they will be. */
export interface StagedProducts extends ProductRecords {
  /**
   * Adds or replaces by product id and, where there is a GLN, by GLN and code. GTINs have to be in their 14-digit form.
   * BIM-ready states stay.
   */
  putProducts(products: readonly ProductData[]): Promise<void>;
  /** The products of that code of manufacturers without a GLN. */
  findAllWithoutGln(productCode: string): Promise<readonly StoredProduct[]>;
  /** The highest product id there is; 0 without products. */
  highestId(): Promise<number>;
}
