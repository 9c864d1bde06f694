import { isCutOff } from '../../../shared/errors/reachability.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { exampleNow } from './file-rows.ts';

/** How old everything is that the service says while it is away. */
export function ageOf({ connection }: StatusRecord): { asOfMs?: number } {
  return isCutOff(connection.state) ? { asOfMs: exampleNow - 3 * 3_600_000 } : {};
}
