import type { AppError, InputFault } from './app-error.ts';
import { catalogue } from './catalogue.ts';

/** `application/problem+json` (RFC 9457). `type` is the error's code, relative to the service. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
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
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    instance,
    ...(error.faults.length === 0 ? {} : { errors: error.faults }),
  };
}
