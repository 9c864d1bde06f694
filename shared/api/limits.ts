/**
 * The most that a request may carry; what goes beyond is answered with 400. Declared for both sides: the service
 * refuses by them, the description of the interface shows them, and our client splits its lists by them.
 */
export const listLimits = {
  /** Criteria of operations 9 and 10. */
  criteria: 10_000,
  /** Pairs of GLN and product code of operation 25. */
  productPairs: 10_000,
  /** Product ids of operation 27. */
  productIds: 10_000,
  /** Products of operation 22: all of them are set in one commit. */
  bimReadyStates: 10_000,
  /** Products of operations 3, 17 and 29. */
  products: 10_000,
  /** Metadata records of operation 7. */
  metadataRecords: 1_000,
  /** Properties of one product; the largest published classes have a few hundred features. */
  properties: 10_000,
  /** File names by standard of one metadata record. */
  standardFilenames: 1_000,
  gtins: 1_000,
  /** Entries of a property's `info`. */
  infoEntries: 1_000,
} as const;

const mebibyte = 1024 ** 2;

/** Longest JSON bodies, bytes. */
export const bodyLimits = {
  sentence: mebibyte / 16,
  /** Ids and states: 10,000 of them, however they are spaced. */
  ids: mebibyte,
  /** Criteria, pairs and metadata records with every property written out, as older clients do. */
  records: 8 * mebibyte,
  /** Products with their properties. */
  products: 32 * mebibyte,
  /** Products that are kept together as one record: all of it is written in one go, while others wait. */
  keptProducts: 12 * mebibyte,
} as const;

/** What may come along with its metadata in one form: little enough that to send it again costs little. */
export const filesWithMetadataLimits = {
  files: 64,
  /** Of all files together. */
  fileBytes: mebibyte / 4,
  metadataBytes: 48 * 1024,
} as const;

/** What comes along with its metadata in one answer. */
export const metadataWithFilesLimits = {
  files: 64,
  /** Of one file. */
  oneFileBytes: mebibyte / 16,
  /** Of all files together. */
  fileBytes: mebibyte,
  /** Of the text of all records together, characters. */
  recordsLength: mebibyte,
} as const;
