import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import type { StoredBlob } from './store.ts';

export interface StoredStandard {
  readonly standardId: string;
  readonly standardName: string;
}

/** CAD standards; names are told apart by letter case too. */
export interface StandardRecords {
  list(): Promise<readonly StoredStandard[]>;
  find(standardId: string): Promise<StoredStandard | undefined>;
  /**
   * Adds a name; a name known already keeps its id.
   * @param standardId one that a copy has to keep
   */
  put(standardName: string, standardId?: string): Promise<StoredStandard>;
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
  /** Where the blob is such a file already, its name and content type stay: somebody else knows it by them. */
  putFile(blobId: string, fileName: string | undefined, contentType: string | undefined): Promise<void>;
  findFile(blobId: string): Promise<ValidationFile | undefined>;
  /** Adds a request; where project and ticket are taken, nothing changes and the JSON that stands is answered. */
  add(request: NamedValidationRequest, json: string): Promise<string | undefined>;
  listTickets(filter: ValidationFilter): Promise<readonly string[]>;
  /** JSON of a request. */
  find(projectId: string, ticketNumber: string): Promise<string | undefined>;
  /** How many were removed. */
  remove(filter: ValidationFilter): Promise<number>;
  /** All files by the id of their bytes, in pages. */
  listFiles(): AsyncIterable<readonly ValidationFile[]>;
  /** JSON of all requests, by the hashes of project and ticket number (`hashOf`), in pages. */
  listRequests(): AsyncIterable<readonly string[]>;
}

/** A filter under the id by which clients ask for it. */
export interface StoredFilter {
  readonly filterId: number;
  readonly json: string;
}

/** Filters as they were posted: JSON, which may be so long that it is written and read in turns. */
export interface FilterRecords {
  add(json: string): Promise<number>;
  find(filterId: number): Promise<string | undefined>;
  /** Puts one under the id that a copy has to keep, unless that is taken; ids that are given from then on are higher. */
  put(filter: StoredFilter): Promise<void>;
  /** All of them by id, in pages. */
  list(): AsyncIterable<readonly StoredFilter[]>;
}
