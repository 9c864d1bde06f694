import { isCutOff } from '../../shared/errors/reachability.ts';
import type { ProductImportRecord } from '../../shared/rpc/import-records.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';

/** What the end of the app would cut off. */
export interface WorkInHand {
  /** How many transfers go on or are about to; they continue at the next start. */
  readonly transfers: number;
  /** Product data is being read; an import that is cut off changes nothing. */
  readonly isImporting: boolean;
}

/**
 * @param status `undefined` while the engine is not reached
 * @param productImport the import of product data under way, or the last one
 */
export function workInHand(
  status: StatusRecord | undefined,
  productImport: ProductImportRecord | undefined,
): WorkInHand {
  // What waits for a service that is out of reach cannot be finished now.
  const canGoOn = status && !isCutOff(status.connection.state);
  return {
    transfers: canGoOn ? status.queue.running + status.queue.waiting : 0,
    isImporting: productImport?.state === 'running',
  };
}

export const isNothing = ({ transfers, isImporting }: WorkInHand): boolean => transfers === 0 && !isImporting;
