import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Everything that is checked without running the product: types, lint, format, layers, packages. */

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** What the quick run leaves to the whole one: all of it, or what the whole one looks at besides. */
  readonly isSlow?: true | readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const oxlint = ['oxlint', '--config', 'build/oxlint.json', '--deny-warnings'] as const;

const checks: readonly Check[] = [
  // Its compiler is the next one of TypeScript, and takes a third of the time.
  // It takes the nearest tsconfig.json of each file: shared/ has one of its own, which knows nothing of Node.
  { name: 'lint and types', command: [...oxlint, '--type-check', 'shared', 'electron', 'build'], isSlow: ['test'] },
  { name: 'lint of the scripts of the window', command: [...oxlint, 'renderer'] },
  {
    name: 'types of the window',
    // By the next TypeScript, which takes a third of the time; without the flag it runs the one that eslint needs.
    command: [
      'svelte-check',
      '--tsgo-experimental-api',
      ...['--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    ],
  },
  {
    name: 'layers',
    command: ['depcruise', '--config', 'build/layers.js', '--output-type', 'err', 'shared', 'electron', 'renderer'],
    isSlow: true,
  },
  { name: 'packages that nothing uses', command: ['node', 'build/unused-dependencies.ts'] },
  { name: 'format', command: ['oxfmt', '--config', 'build/oxfmt.json', '--check', '.'], isSlow: true },
  {
    name: 'lint of the window',
    command: ['eslint', '--config', 'build/eslint.config.js', 'renderer/**/*.svelte'],
    // Components are part of the program from its beginning, so that it is made once and not for each of them: a fifth of
    // the time. Its parser says on its error output that this may change.
    env: { SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' },
    isSlow: true,
  },
];

/**
 * Runs the checks and prints what each one has to say.
 * @param atOnce how many run at the same time
 * @returns the names of those that failed
 */
export async function runChecks({ quick, atOnce }: { quick: boolean; atOnce: number }): Promise<string[]> {
  const waiting = checks.filter(({ isSlow }) => !quick || isSlow !== true);
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { passed, output } = await run(check, quick);
      process.stdout.write(`${passed ? '✓' : '✗'} ${check.name}\n`);
      if (passed) continue;
      process.stdout.write(`${output.trim()}\n`);
      failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

function run(
  { command: [tool, ...args], env, isSlow }: Check,
  quick: boolean,
): Promise<{ readonly passed: boolean; readonly output: string }> {
  const besides = quick || isSlow === undefined || isSlow === true ? [] : isSlow;
  return new Promise((resolve) => {
    const path = `${join(process.cwd(), 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`;
    const child = spawn(tool, [...args, ...besides], {
      env: { ...process.env, ...env, PATH: path, NO_COLOR: '1' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ passed: false, output: String(error) }));
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}

if (import.meta.main) {
  const failed = await runChecks({ quick: false, atOnce: 2 });
  process.exitCode = failed.length === 0 ? 0 : 1;
}
