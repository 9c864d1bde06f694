import type { Blobs } from '../blobs/blobs.ts';
import type { Store } from '../store/store.ts';

/** The end that is copied from, of which the bytes are only read. */
export interface CopySource {
  readonly store: Store;
  readonly blobs: Pick<Blobs, 'open'>;
}

/** One end of a copy: the records and bytes of one tenant. */
export interface CopyEnd extends CopySource {
  readonly blobs: Blobs;
}

/** What a row is compared by. */
export interface Described {
  /** By what rows are found and in what order they are listed. */
  readonly key: readonly (string | number)[];
  /** What is said of it in texts that a store may have to change. */
  readonly texts: readonly (string | undefined)[];
  /** The rest, which every store gives back as it was. */
  readonly rest: unknown;
}

export type PartName =
  | 'versions'
  | 'files'
  | 'standards'
  | 'validationFiles'
  | 'validationRequests'
  | 'filters'
  | 'etimClasses'
  | 'modellingClasses'
  | 'terms'
  | 'products'
  | 'bimStates';

/** Rows of one kind: how they are listed, compared and named. */
export interface CopyPart<Row> {
  readonly name: PartName;
  /** All rows, in the order of their keys: texts by their bytes. */
  list(store: Store): AsyncIterable<readonly Row[]>;
  describe(row: Row): Described;
  /** How a person knows it, within a sentence. */
  nameOf(row: Row): string;
}
