import type { ErrorAction } from './actions.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';

const personActions: ReadonlySet<ErrorAction> = new Set([
  'resume-library',
  'close-program',
  'lift-read-only',
  'replace-link',
  'free-space',
  'check-folder',
  'confirm-folder',
]);

/** Whether only a person at this computer can end what failed so; waiting longer does not help. */
export function onlyPersonEnds(code: ErrorCode): boolean {
  return personActions.has(catalogue[code].action);
}
