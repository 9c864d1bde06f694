import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ErrorAction } from '../../../shared/errors/catalogue.ts';
import { exitCodes } from './output.ts';

/** Why a run that is to end comes to no end. */
export interface Stall {
  /** Why nothing gets through to the service, or no answer comes back. */
  readonly connection?: ErrorRecord | undefined;
  /** What waits, and why the last try failed. */
  readonly waiting: readonly Stalled[];
}

export interface Stalled {
  /** What the person calls it: file name or class. */
  readonly title: string;
  readonly error?: ErrorRecord | undefined;
}

/** What only a person at this computer can do; waiting longer does not help. */
const personActions: ReadonlySet<ErrorAction> = new Set(['close-program', 'free-space', 'check-folder']);

/**
 * The error that stands for a stall: that of the connection, else the one that most of what waits has; of several as
 * frequent ones, one that a person can do something about. Names a file that it holds up.
 */
export function whyStalled({ connection, waiting }: Stall): AppError {
  if (connection) return stalled(connection, []);
  const failed = waiting.flatMap(({ title, error }) =>
    error ? [{ title, error: new AppError(error.code, error) }] : [],
  );
  const [first] = [...Map.groupBy(failed, ({ error }) => error.code).values()].toSorted(
    ([a, ...moreA], [b, ...moreB]) =>
      moreB.length - moreA.length || Number(needsPerson(b?.error)) - Number(needsPerson(a?.error)),
  );
  const [example] = first ?? [];
  return example ? stalled(example.error.toRecord(), first ?? []) : stalled({ code: 'service-timeout' }, waiting);
}

/** 2 where a person has to act before a next run can do better, else 1. */
export function exitCodeOfStall(error: AppError): number {
  return needsPerson(error) ? exitCodes.needsPerson : exitCodes.failed;
}

function needsPerson(error: AppError | undefined): boolean {
  return error !== undefined && personActions.has(error.action);
}

function stalled({ code, detail }: ErrorRecord, concerned: readonly Pick<Stalled, 'title'>[]): AppError {
  const sentences = [
    detail,
    heldUp(concerned),
    'Nothing got through any more; what is waiting goes on with the next run.',
  ];
  return new AppError(code, {
    detail: sentences.flatMap((one) => (one ? [/[.!?…]$/.test(one) ? one : `${one}.`] : [])).join(' '),
  });
}

function heldUp([first, ...more]: readonly Pick<Stalled, 'title'>[]): string | undefined {
  if (!first) return undefined;
  return more.length === 0 ? `It holds up ${first.title}` : `It holds up ${first.title} and ${more.length} more`;
}
