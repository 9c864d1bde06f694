import type { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * Hands over what arrives, piece by piece, until its end. By events and with one timer: most bodies are one piece, for
 * which an iterator costs more than all else.
 * @param idleMs how long nothing may come, milliseconds
 * @param take what it throws ends the reading; what is still to come then waits for whoever lets it pass
 * @throws AppError `body-stalled`; whatever `take` or the body throws, an Error where it ends before its end
 */
export function takePieces(body: Readable, idleMs: number, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stalled = (): void => leave(stalledAfter(idleMs));
    const timer = setTimeout(stalled, idleMs);
    const onData = (piece: Buffer): void => {
      timer.refresh();
      try {
        take(piece);
      } catch (thrown) {
        leave(thrown);
      }
    };
    const onEnd = (): void => leave(undefined);
    const onClose = (): void => leave(body.errored ?? new Error('It was cut off.'));
    const leave = (failure: unknown): void => {
      clearTimeout(timer);
      body.off('data', onData).off('end', onEnd).off('error', leave).off('close', onClose);
      if (failure === undefined) return resolve();
      reject(failure instanceof Error ? failure : new Error('What came could not be taken.', { cause: failure }));
    };
    if (body.destroyed && !body.readableEnded) return onClose();
    body.on('end', onEnd).on('error', leave).on('close', onClose).on('data', onData);
  });
}

/** Why somebody who has stopped sending is not waited for. */
export function stalledAfter(idleMs: number): AppError {
  return new AppError('body-stalled', { detail: `Nothing of the body came for ${idleMs / 1_000} seconds.` });
}
