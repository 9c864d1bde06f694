import { AppError } from '../../../shared/errors/app-error.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { Database } from '../ports.ts';

/** Where much is written some at a time. */
export interface WriteGround {
  readonly database: Pick<Database, 'together'>;
  /** How many things are written about before others get their turn. */
  readonly keysTogether: number;
  readonly signal: AbortSignal;
}

/**
 * Writes about many things, some at a time, so that meanwhile whoever asks is answered. What was written stays when it is
 * broken off.
 * @returns what is left for the last write
 * @throws AppError `cancelled`, or what writing throws
 */
export async function writeSome<T>(
  { database, keysTogether, signal }: WriteGround,
  things: readonly T[],
  write: (some: readonly T[]) => void,
): Promise<readonly T[]> {
  const lots = [...inLists(things, keysTogether)];
  const last = lots.pop() ?? [];
  for (const some of lots) {
    await database.together(() => write(some));
    if (signal.aborted) throw new AppError('cancelled');
  }
  return last;
}
