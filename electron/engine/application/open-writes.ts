import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { KeptWrite, KeptWrites } from './add-in-ports.ts';

/**
 * What waits, and whether it can be read; it is opened when it is first needed.
 * @param hasWrites whether anything was ever written
 */
export function createOpening(open: () => KeptWrites, hasWrites: () => boolean) {
  let kept: KeptWrites | undefined;
  let problem: ErrorRecord | undefined;

  /** @throws AppError `writes-unreadable` */
  function opened(): KeptWrites {
    try {
      kept ??= open();
      problem = undefined;
      return kept;
    } catch (error) {
      problem = toAppError(error).toRecord();
      throw error;
    }
  }

  return {
    opened,
    kept: (): KeptWrites | undefined => kept,
    listed: (): readonly KeptWrite[] => (kept || hasWrites() ? opened().list() : []),
    /** Why what waits could not be opened, where that was tried. */
    problem: (): ErrorRecord | undefined => problem,
  };
}
