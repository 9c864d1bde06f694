import type { RandomAccessFile } from '../../../electron/cad/random-access-file.ts';

/** A file in memory that counts what is read of it. */
export interface BytesFile extends RandomAccessFile {
  readonly bytesRead: () => number;
}

export function createBytesFile(bytes: Uint8Array): BytesFile {
  let total = 0;
  return {
    bytesRead: () => total,
    read: async (position, length) => {
      const piece = bytes.subarray(position, position + length);
      total += piece.length;
      return piece;
    },
  };
}
