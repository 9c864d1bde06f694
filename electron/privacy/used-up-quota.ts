import { constants } from 'node:os';

/** Whether a quota of this user is used up: Node has a number for that and no name. */
export function isQuotaUsedUp(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).errno === -constants.errno.EDQUOT;
}
