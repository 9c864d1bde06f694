import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { catalogue } from '../../shared/errors/catalogue.ts';
import type { OpenServiceOptions } from '../service/open-service.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';

/** What is away fails every request meanwhile: it is told so often and no more, milliseconds. */
const awayAgainMs = 10_000;

/** Lets a log tell what the service answered with 500, or 503, and why: its callers do not learn it. */
export function reportProblems(write: WriteLog): NonNullable<OpenServiceOptions['onProblem']> {
  const toldAt = new Map<string, number>();
  return ({ operation, status, cause }) => {
    const { code, detail } = toAppError(cause);
    if (catalogue[code].status === 503) {
      // The machine's own running time: setting its clock must not silence a log.
      const now = performance.now();
      if (now - (toldAt.get(code) ?? -Infinity) < awayAgainMs) return;
      toldAt.set(code, now);
    }
    write('error', 'service-failed', {
      ...(operation && { operation }),
      ...(status !== undefined && { status }),
      code,
      // What others say of a defect may name anything.
      ...(cause instanceof AppError && detail !== undefined && { detail }),
      error: cause,
    });
  };
}
