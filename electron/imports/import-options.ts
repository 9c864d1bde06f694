/** How a file of product data is to be read. */
export interface ImportOptions {
  /** Language of texts that do not say theirs, lower case (`en`). */
  readonly languageCode: string;
  /** GLN (13 digits) of the manufacturer of products that do not name one. */
  readonly manufacturerGln?: string | undefined;
  /** Ends reading between two pieces of the file; the reader then throws `cancelled`. */
  readonly signal: AbortSignal;
  /** Told how much of the file has been read, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}
