import type { z } from 'zod';
import type { InputFault } from '../../../shared/errors/app-error.ts';

/** More than anybody reads, and a limit on what one bad request makes the service answer. */
export const maxFaults = 50;

type Issues = readonly z.core.$ZodIssue[];

/** Faults of path or query parameters, by name. */
export function parameterFaults(place: 'path' | 'query', issues: Issues): InputFault[] {
  return issues.slice(0, maxFaults).map(({ path, message }) => ({
    in: place,
    ...(path.length === 0 ? {} : { name: String(path[0]) }),
    detail: message,
  }));
}

/** Faults of a JSON body, by JSON pointer. */
export function bodyFaults(issues: Issues): InputFault[] {
  return expandUnions(issues).map(({ path, message }) => ({
    in: 'body',
    pointer: toJsonPointer(path),
    detail: message,
  }));
}

/** RFC 6901; the empty text is the whole body. */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

interface LocatedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a union, the alternative that came furthest is the one that was meant. */
function expandUnions(issues: Issues, base: readonly PropertyKey[] = []): LocatedIssue[] {
  // Cut before and after: one fault of a union can stand for as many as there are of the alternative meant.
  const located = issues.slice(0, maxFaults).flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
    const alternatives = issue.errors.map((errors) => expandUnions(errors, path));
    const reach = (list: LocatedIssue[]): number => Math.max(0, ...list.map((located) => located.path.length));
    return alternatives.sort((a, b) => reach(b) - reach(a))[0] ?? [{ path, message: issue.message }];
  });
  return located.slice(0, maxFaults);
}
