import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError, describeError, toAppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import { writeWords } from '../../../shared/words/write-words.ts';
import { createAddInsPort } from '../add-ins-port.ts';
import { fromEnvironment } from '../environment.ts';
import { withEngine } from './engines.ts';
import { withViews } from './looking.ts';
import { printNote } from './output.ts';

/** Something to be done at the service, about a subject that is looked up first. */
interface Asked<Subject, Answer extends Waits> {
  readonly find: (service: ViewCaller) => Promise<Subject>;
  readonly now: (service: ViewCaller, subject: Subject) => Promise<Answer>;
  /** Has it wait where the service is away. @param serviceId the service that the environment names */
  readonly later: (writes: EngineCalls['writes'], subject: Subject, serviceId: string) => Promise<Answer>;
}

/** Of an answer: whether it only holds until the service has it. */
export interface Waits {
  readonly waits?: true | undefined;
  /** It was asked for before, and was not added again. */
  readonly waitedBefore?: true | undefined;
}

/** Says of what waits how it goes on. */
export function describeLater({ waitedBefore }: Waits): string {
  const waits = waitedBefore ? 'It waits for the service already, and was not added again' : 'It waits for the service';
  return `${waits}: the app or a sync with this state takes it there as soon as the service answers.`;
}

/**
 * Asks the service that the environment names. What it cannot be asked now waits in the state, with what the window asked.
 * @throws AppError what the service answers; why it cannot be asked, where no state is there to wait in
 */
export async function askOrLeave<Subject, Answer extends Waits>(
  stateDir: string,
  { find, now, later }: Asked<Subject, Answer>,
): Promise<Answer> {
  type Outcome = { readonly answer: Answer } | { readonly subject: Subject; readonly away?: AppError };
  const asked = await withViews<Outcome>(stateDir, async (service) => {
    const subject = await find(service);
    // What was asked before goes first: the last word counts.
    if (isAnythingKept(stateDir)) return { subject };
    try {
      return { answer: await now(service, subject) };
    } catch (error) {
      if (!isAway(error)) throw error;
      return { subject, away: error };
    }
  });
  if ('answer' in asked) return asked.answer;
  const { subject, away } = asked;
  try {
    return await withEngine(stateDir, ({ writes }) => later(writes, subject, serviceOfEnvironment()), { away });
  } catch (error) {
    if (!isNobodys(error)) throw error;
    if (away) throw away;
    return withViews(stateDir, (service) => now(service, subject));
  }
}

/** Whether the state has, or had, anything that waits. */
const isAnythingKept = (stateDir: string): boolean => createAddInsPort(stateDir, () => undefined).hasWrites();

/** The service that the environment names. */
export function serviceOfEnvironment(): string {
  return serviceIdOf(fromEnvironment('contentAddress') ?? '');
}

/** Waiting helps. Against wrong credentials it does not, and whoever typed them is there to be told. */
function isAway(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.code === 'not-connected') return false;
  const cutOff = cutOffOf(error.code);
  return cutOff !== undefined && cutOff !== 'signedOut';
}

/** Whether nothing can wait: there is no state, or its engine does not know the service. */
export const isNobodys = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'unknown-item' || error.code === 'not-connected');

/** Says on standard error what of these operations waits or was refused, whoever asked for it: no list has it. */
export async function noteWaiting(
  stateDir: string,
  ...operations: readonly WaitingWrite['operation'][]
): Promise<void> {
  if (!isAnythingKept(stateDir)) return;
  const all = await withEngine(stateDir, ({ writes }) => writes.list()).catch((error: unknown) => {
    // The list that was asked for is told all the same.
    if (!isNobodys(error)) printNote(describeError(toAppError(error)));
    return [];
  });
  for (const { title, operation, error } of all) {
    if (!operations.includes(operation)) continue;
    printNote(`${title || writeWords[operation]}: ${error ? describeError(error) : 'waits for the service'}`);
  }
}
