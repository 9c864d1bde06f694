import type { FastifyReply } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/** Told how long a body is at least, bytes. @throws AppError `service-busy` where there is no room for it */
export type HoldBytes = (sizeBytes: number) => void;

/** Up to this length a body needs no room: whoever sends long ones slowly holds up only others with long ones. */
const shortBodyBytes = 1024 ** 2;

/** So much of bodies is held at a time: what they are read into takes several times as much memory. */
const bodyRoomBytes = 128 * 1024 ** 2;

/** The longest body is here in a few seconds. */
const retryAfterMs = 5_000;

/**
 * Bounds the memory that all long bodies take together: one for which there is no room is refused at once.
 * @returns what holds room for the body of a request until that is answered: its records are held for as long
 */
export function createBodyRoom(): (reply: FastifyReply) => HoldBytes {
  let freeBytes = bodyRoomBytes;
  return (reply) => {
    let heldBytes = 0;
    return (sizeBytes) => {
      if (sizeBytes <= Math.max(shortBodyBytes, heldBytes)) return;
      const moreBytes = sizeBytes - heldBytes;
      if (moreBytes > freeBytes) throw new AppError('service-busy', { retryAfterMs });
      // Of an answer that is closed nobody would tell that it was.
      if (reply.raw.destroyed) throw new AppError('cancelled');
      if (heldBytes === 0) reply.raw.once('close', () => (freeBytes += heldBytes));
      freeBytes -= moreBytes;
      heldBytes = sizeBytes;
    };
  };
}
