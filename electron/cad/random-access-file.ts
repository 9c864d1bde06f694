/**
 * A file that can be read from any place; the platform implements it.
 * `read` resolves with fewer bytes than asked where the file ends, with none behind its end, and rejects only when the
 * disk fails.
 */
export interface RandomAccessFile {
  /** @param position in bytes from the start @param length in bytes */
  read(position: number, length: number): Promise<Uint8Array>;
}
