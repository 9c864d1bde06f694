import { z } from 'zod';

/** What is read of the report that vitest writes. */
export const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

type Report = z.output<typeof reportSchema>;

/**
 * How many tests passed, and how many failed or never ran.
 * @param report undefined where vitest did not come to write one
 */
export function countTests(report: Report | undefined, exitCode: number): { passed: number; failed: number } {
  const failed = (report?.numFailedTests ?? 0) + (report?.testResults.filter(isBrokenFile).length ?? 0);
  // What fails outside of all files, an error that nobody catches for example, counts as one.
  return { passed: report?.numPassedTests ?? 0, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

/** A file that failed without a test of its own that did: it could not be read, or failed before or after its tests. */
function isBrokenFile({ status, assertionResults }: Report['testResults'][number]): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}
