import { AppError } from '../../shared/errors/app-error.ts';
import { isQuotaUsedUp } from '../privacy/used-up-quota.ts';

/** How the system, SQLite and PostgreSQL say that a disk has no room, or none for this user. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'SQLITE_FULL', '53100']);

/** Whether something failed because a disk is full. */
export function isDiskFull(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (fullCodes.has(thrown.code) || isQuotaUsedUp(thrown));
}

/** A failure of the service in words of the catalogue where its disk is full; any other one as it is. */
export function orServiceFull(thrown: unknown): unknown {
  return isDiskFull(thrown) ? new AppError('service-full', { cause: thrown }) : thrown;
}
