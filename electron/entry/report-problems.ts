import type { OpenServiceOptions } from '../service/open-service.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';

/** Lets a log tell what the service answered with 500, and why: its callers do not learn it. */
export function reportProblems(write: WriteLog): NonNullable<OpenServiceOptions['onProblem']> {
  return ({ cause }) => write('error', 'service-failed', { error: cause });
}
