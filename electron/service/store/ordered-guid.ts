import { randomUUID } from 'node:crypto';

/**
 * A GUID in lower case that begins with the time and is random behind it (UUID version 7): those made one after the
 * other lie together in an index, where wholly random ones would each touch a page of their own.
 * @param atMs since 1970
 */
export function orderedGuid(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0');
  // Behind the digit of its version a random one has nothing but the variant that is not random, at the same place.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
