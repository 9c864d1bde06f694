import { shortFormBytes } from './read-short-form.ts';

/**
 * Does work that holds a body in memory, once there is room for it.
 * @param sizeBytes what the body is announced as, or at most may be
 */
export type InBodyRoom = <T>(sizeBytes: number, work: () => Promise<T>) => Promise<T>;

/** So much of bodies is held at a time: what they are read into takes several times as much memory. */
const bodyRoomBytes = 128 * 1024 ** 2;

/**
 * Bounds the memory that all bodies take together. Those without room wait in turn, unread; short ones never do, so that
 * whoever sends a long one slowly holds up only others with long ones.
 */
export function createBodyRoom(roomBytes: number = bodyRoomBytes): InBodyRoom {
  let freeBytes = roomBytes;
  const waiting: { readonly sizeBytes: number; readonly enter: () => void }[] = [];

  function letIn(): void {
    for (let next = waiting[0]; next && next.sizeBytes <= freeBytes; next = waiting[0]) {
      waiting.shift();
      freeBytes -= next.sizeBytes;
      next.enter();
    }
  }

  return async (sizeBytes, work) => {
    if (sizeBytes <= shortFormBytes) return work();
    await new Promise<void>((enter) => {
      waiting.push({ sizeBytes, enter });
      letIn();
    });
    try {
      return await work();
    } finally {
      freeBytes += sizeBytes;
      letIn();
    }
  };
}
