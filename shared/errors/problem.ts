import type { AppError, InputFault } from './app-error.ts';
import { actionSentences } from './actions.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';

/** `application/problem+json` (RFC 9457). `type` is the error's code, relative to the service. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string | undefined;
  readonly errors?: readonly InputFault[] | undefined;
}

export const problemMediaType = 'application/problem+json';

/**
 * The body of an error answer.
 * @param instance path of the request, already without license codes
 * @param status overrides the catalogue's status where an operation does not list it
 */
export function toProblem(error: AppError, instance: string, status?: number): Problem {
  const { status: usual, happened } = catalogue[error.code];
  return {
    type: error.code,
    title: happened,
    status: status ?? (usual === 0 ? 500 : usual),
    detail: error.detail ?? describeFaults(error.faults) ?? sentenceOf(error.code),
    instance,
    ...(error.faults.length === 0 ? {} : { errors: error.faults }),
  };
}

/** The first fault as a sentence, and how many more there are. */
function describeFaults(faults: readonly InputFault[]): string | undefined {
  const [first, ...more] = faults;
  if (!first) return undefined;
  const place = first.name ?? first.pointer ?? '';
  const where = `${first.in}${place === '' ? '' : ` ${place}`}`;
  if (more.length === 0) return `${where}: ${first.detail}`;
  const others = more.length === 1 ? 'One more thing is wrong.' : `${more.length} more things are wrong.`;
  return `${where}: ${first.detail.replace(/\.$/, '')}. ${others}`;
}

/** Where nothing more is known of this one: what is safe and what can be done. */
function sentenceOf(code: ErrorCode): string {
  const { happened, safe, action } = catalogue[code];
  return [safe, actionSentences[action]].filter((sentence) => sentence !== '').join(' ') || happened;
}
