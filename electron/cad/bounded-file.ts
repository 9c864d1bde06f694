import type { RandomAccessFile } from './random-access-file.ts';

/** More than any reader needs of a well-formed file, and little next to a file of hundreds of megabytes. */
const totalBudgetBytes = 8 * 1024 * 1024;
const largestReadBytes = 1024 * 1024;

/** A file as the format readers see it: whatever its bytes make them ask for, they get a bounded amount. */
export interface BoundedFile {
  readonly sizeBytes: number;
  /** Resolves with what there is of the span: fewer bytes, or none, behind the end and when the budget is used up. */
  read(position: number, length: number): Promise<Buffer>;
  readHead(length: number): Promise<Buffer>;
  readTail(length: number): Promise<Buffer>;
}

/** Puts a budget of 8 MiB in all, and of 1 MiB a read, before a file, so that hostile offsets and sizes cost nothing. */
export function createBoundedFile(file: RandomAccessFile, sizeBytes: number): BoundedFile {
  let budget = totalBudgetBytes;
  const read = async (position: number, length: number): Promise<Buffer> => {
    if (!Number.isSafeInteger(position) || position < 0) return Buffer.alloc(0);
    const wanted = Math.min(length, sizeBytes - position, budget, largestReadBytes);
    if (!(wanted > 0)) return Buffer.alloc(0);
    budget -= wanted;
    const bytes = await file.read(position, wanted);
    return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, wanted));
  };
  return {
    sizeBytes,
    read,
    readHead: (length) => read(0, length),
    readTail: (length) => read(Math.max(0, sizeBytes - length), length),
  };
}
