import { describe, expect, it } from 'vitest';
import { countTests } from '../../../build/count-tests.ts';
import config from '../../../build/vitest.config.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

const report = (...testResults: ReturnType<typeof file>[]) => {
  const count = (status: string): number =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults };
};

describe('the count of a run', () => {
  it.each([
    ['all passed', report(file('passed', 'passed', 'skipped')), 0, { passed: 1, failed: 0 }],
    ['a test failed', report(file('failed', 'passed', 'failed', 'failed')), 1, { passed: 1, failed: 2 }],
    ['a file could not be read', report(file('failed'), file('failed', 'failed')), 1, { passed: 0, failed: 2 }],
    ['a hook failed after the tests', report(file('failed', 'passed')), 1, { passed: 1, failed: 1 }],
    ['something failed outside of all files', report(file('passed', 'passed')), 1, { passed: 1, failed: 1 }],
    ['the run ended without a report', undefined, 1, { passed: 0, failed: 1 }],
  ])('where %s', (_name, found, exitCode, expected) => {
    expect(countTests(found, exitCode)).toEqual(expected);
  });

  it('is never one of a few that were singled out and left so', () => {
    expect(config.test?.allowOnly).toBe(false);
  });
});
