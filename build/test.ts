import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWindow } from './build-window.ts';
import { runChecks } from './check.ts';

/**
 * `npm test`: every check and every test, and as the last line how many passed and failed, counted from the results.
 * `npm run test:quick`: what tells most within a minute; with `-- --changed` only the tests that a change touches.
 * Other arguments go to vitest (`npm test -- test/unit/engine`); the checks then stay out.
 */
const report = join('test-results', 'vitest.json');

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int().optional(),
  success: z.boolean(),
});

const quickProjects = ['unit', 'shell', 'property', 'contract in memory'];

async function main(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const forVitest = args.filter((arg) => arg !== '--quick');
  const isWhole = forVitest.every((arg) => arg === '--changed');
  mkdirSync('test-results', { recursive: true });
  rmSync(report, { force: true });
  const tests = async (): Promise<number> => {
    if (isWhole && !quick) await buildWindow();
    return runVitest(quick ? [...quickProjects.map((name) => `--project=${name}`), ...forVitest] : forVitest, quick);
  };
  // The checks use what the tests leave of the processors.
  const checks = isWhole ? runChecks({ quick, atOnce: 1 }) : [];
  const [failedChecks, exitCode] = await Promise.all([checks, tests()]);
  const result = readReport();
  const passed = result?.numPassedTests ?? 0;
  const failed = (result?.numFailedTests ?? 0) + failedChecks.length;
  const brokenFiles = exitCode !== 0 && failed === 0 ? 1 : 0;
  if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join(', ')}\n`);
  if (passed + failed === 0) process.stdout.write('\nNo test ran.\n');
  process.stdout.write(`\n${passed} passed, ${failed + brokenFiles} failed\n`);
  process.exitCode = exitCode === 0 && failed === 0 && passed > 0 ? 0 : 1;
}

function runVitest(args: readonly string[], quick: boolean): Promise<number> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--config', 'build/vitest.config.ts', ...reporters, ...args],
      { stdio: 'inherit', env: quick ? { ...process.env, QUICK: '1' } : process.env },
    );
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function readReport(): z.output<typeof reportSchema> | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return undefined;
  }
}

await main(process.argv.slice(2));
