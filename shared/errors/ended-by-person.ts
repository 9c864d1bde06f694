import type { ErrorAction } from './actions.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';

/** What a person does where the file itself stands. */
const lifts: readonly ErrorAction[] = ['lift-read-only', 'replace-link', 'move-file', 'free-space', 'allow-writing'];

const liftActions: ReadonlySet<ErrorAction> = new Set(lifts);
const personActions: ReadonlySet<ErrorAction> = new Set([
  ...lifts,
  'resume-library',
  'close-program',
  'check-folder',
  'confirm-folder',
]);

/** Whether only a person at this computer can end what failed so; waiting longer does not help. */
export function onlyPersonEnds(code: ErrorCode): boolean {
  return personActions.has(catalogue[code].action);
}

/**
 * Whether that is a matter of one file: not of its whole library, which says so itself, nor of a program, which lets go of
 * it.
 */
export function onlyPersonLifts(code: ErrorCode): boolean {
  return liftActions.has(catalogue[code].action);
}
