import { randomBytes } from 'node:crypto';

/**
 * A GUID in lower case that begins with the time and is random behind it (UUID version 7): those made one after the
 * other lie together in an index, where wholly random ones would each touch a page of their own.
 * @param atMs since 1970
 */
export function orderedGuid(atMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(atMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = bytes.toString('hex');
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([start, end]) => digits.slice(start, end)).join('-');
}
