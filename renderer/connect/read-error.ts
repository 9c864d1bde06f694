import { ORPCError } from '@orpc/client';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { isErrorCode } from '../../shared/errors/catalogue.ts';
import { NotConnectedError } from './engine-client.ts';
import { FileNotTakenError } from './file-not-taken.ts';

/** What a failed call to the engine means; `undefined` when the connection went away, which the window shows elsewhere. */
export function readError(thrown: unknown, connected: boolean): ErrorRecord | undefined {
  if (thrown instanceof NotConnectedError || !connected) return undefined;
  if (thrown instanceof FileNotTakenError && isErrorRecord(thrown.data)) return thrown.data;
  if (thrown instanceof ORPCError) {
    const data: unknown = thrown.data;
    if (isErrorRecord(data)) return data;
    if (thrown.code === 'BAD_REQUEST') return { code: 'invalid-request' };
  }
  return { code: 'unexpected-failure', ...(thrown instanceof Error ? { detail: thrown.message } : {}) };
}

function isErrorRecord(data: unknown): data is ErrorRecord {
  if (typeof data !== 'object' || data === null || !('code' in data)) return false;
  return typeof data.code === 'string' && isErrorCode(data.code);
}
