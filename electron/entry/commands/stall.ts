import { AppError, errorOf, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { onlyPersonEnds } from '../../../shared/errors/ended-by-person.ts';
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
  /** Of what stands in the queue for one content key, each waits for the one before. */
  readonly key: string;
  /** How often it was tried. */
  readonly attempts: number;
  readonly error?: ErrorRecord | undefined;
}

/** Somebody else's hold on a file may end by itself right after the first try: virus scanners look at what was just written. */
const triedAtLeast = 2;

/**
 * Whether waiting longer is of no use: what waits was tried, and failed by something that only a person at this computer
 * can end, or stands behind what did.
 */
export function endsByPersonOnly({ connection, waiting }: Stall): boolean {
  if (connection) return false;
  const held = waiting.filter(
    ({ attempts, error }) => attempts >= triedAtLeast && error !== undefined && onlyPersonEnds(error.code),
  );
  const heldKeys = new Set(held.map(({ key }) => key));
  return held.length > 0 && waiting.every((one) => held.includes(one) || (!one.error && heldKeys.has(one.key)));
}

/** Whether it is known within half a minute how something ends: the service answers, and a release is looked for there. */
export function endsByItself({ connection, waiting }: Stall): boolean {
  return !connection && waiting.some(({ error }) => error?.code === 'release-unsure');
}

/**
 * The error that stands for a stall: that of the connection, else the one that most of what waits has; of several as
 * frequent ones, one that a person can do something about. Names a file that it holds up.
 */
export function whyStalled({ connection, waiting }: Stall): AppError {
  if (connection) return stalled(connection, []);
  const failed = waiting.flatMap(({ title, error }) => (error ? [{ title, error: errorOf(error) }] : []));
  const [first] = [...Map.groupBy(failed, ({ error }) => error.code).values()].toSorted(
    ([a, ...moreA], [b, ...moreB]) =>
      moreB.length - moreA.length || Number(needsPerson(b?.error.code)) - Number(needsPerson(a?.error.code)),
  );
  const [example] = first ?? [];
  return example ? stalled(example.error.toRecord(), first ?? []) : stalled({ code: 'service-timeout' }, waiting);
}

/** 2 where a person has to act before a next run can do better, else 1. */
export function exitCodeOfStall(error: AppError): number {
  return onlyPersonEnds(error.code) ? exitCodes.needsPerson : exitCodes.failed;
}

function needsPerson(code: ErrorCode | undefined): boolean {
  return code !== undefined && onlyPersonEnds(code);
}

function stalled({ code, detail }: ErrorRecord, concerned: readonly Pick<Stalled, 'title'>[]): AppError {
  const sentences = [
    detail,
    heldUp(concerned),
    onlyPersonEnds(code)
      ? 'What is waiting goes on with the next run after that.'
      : 'Nothing got through any more; what is waiting goes on with the next run.',
  ];
  return new AppError(code, {
    detail: sentences.flatMap((one) => (one ? [/[.!?…]$/.test(one) ? one : `${one}.`] : [])).join(' '),
  });
}

function heldUp([first, ...more]: readonly Pick<Stalled, 'title'>[]): string | undefined {
  if (!first) return undefined;
  return more.length === 0 ? `It holds up ${first.title}` : `It holds up ${first.title} and ${more.length} more`;
}
