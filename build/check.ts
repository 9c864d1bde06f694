import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Everything that is checked without running the product: types, lint, format, layers. */

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const checks: readonly Check[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of shared/ without Node', command: ['tsc', '-p', 'build/tsconfig.shared.json'] },
  {
    name: 'types of the window',
    command: ['svelte-check', '--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  {
    name: 'layers',
    command: ['depcruise', '--config', 'build/layers.js', '--output-type', 'err', 'shared', 'electron', 'renderer'],
  },
  {
    name: 'lint',
    command: ['eslint', '--config', 'build/eslint.config.js', 'shared', 'electron', 'renderer', 'test', 'build'],
  },
];

/** Runs all checks, two at a time, and prints what each one has to say. @returns the names of those that failed */
export async function runChecks(): Promise<string[]> {
  const waiting = [...checks];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { passed, output } = await run(check);
      process.stdout.write(`${passed ? '✓' : '✗'} ${check.name}\n`);
      if (passed) continue;
      process.stdout.write(`${output.trim()}\n`);
      failed.push(check.name);
    }
  };
  await Promise.all([worker(), worker()]);
  return failed;
}

function run({ command: [tool, ...args] }: Check): Promise<{ readonly passed: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const path = `${join(process.cwd(), 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`;
    const child = spawn(tool, args, {
      env: { ...process.env, PATH: path, NO_COLOR: '1' },
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
  const failed = await runChecks();
  process.exitCode = failed.length === 0 ? 0 : 1;
}
