import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runChecks } from './check.ts';
import { countTests, reportSchema } from './count-tests.ts';
import { runInGroup } from './run-in-group.ts';

/**
 * `npm test`: every check and every test, and as the last line how many passed and failed, counted from the results.
 * `npm run test:quick`: what tells most within a minute; with `-- --changed` all unit tests that a change touches.
 * Other arguments go to vitest (`npm test -- test/unit/engine`); the checks then stay out.
 */
const report = join('test-results', 'vitest.json');

// What Node made of the tools and the sources is kept: making it again costs every process a second.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules', '.compiled');

const quickProjects = ['unit', 'contract in memory'];

async function main(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const forVitest = args.filter((arg) => arg !== '--quick');
  const isWhole = forVitest.every((arg) => arg === '--changed');
  mkdirSync('test-results', { recursive: true });
  rmSync(report, { force: true });
  const tests = (): Promise<number> =>
    runVitest(quick ? [...quickProjects.map((name) => `--project=${name}`), ...forVitest] : forVitest, quick);
  // The checks use what the tests leave of the processors; the few tests of the quick run end before them.
  const checks = isWhole ? runChecks({ quick, atOnce: quick ? 2 : 1 }) : [];
  const [failedChecks, exitCode] = await Promise.all([checks, tests()]);
  const tested = countTests(readReport(), exitCode);
  // What changed may touch no test; any other run without one has missed what it was for.
  const isEnough = tested.passed > 0 || forVitest.includes('--changed');
  const failed = tested.failed + failedChecks.length;
  if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join(', ')}\n`);
  if (tested.passed === 0)
    process.stdout.write(isEnough && tested.failed === 0 ? '\nNo test covers what changed.\n' : '\nNo test passed.\n');
  process.stdout.write(`\n${tested.passed} passed, ${failed} failed\n`);
  process.exitCode = exitCode === 0 && failed === 0 && isEnough ? 0 : 1;
}

function runVitest(args: readonly string[], quick: boolean): Promise<number> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = quick ? { ...process.env, QUICK: args.includes('--changed') ? 'changed' : 'some' } : process.env;
  return runInGroup([vitest, 'run', '--config', 'build/vitest.config.ts', ...reporters, ...args], env);
}

function readReport(): Parameters<typeof countTests>[0] {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return undefined;
  }
}

await main(process.argv.slice(2));
