import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run package:smoke -- PROGRAM`: starts an installed app once, with a folder of its own, and ends as it ends: 0 as
 * soon as its window was connected to its engine, 1 where it was not within a minute.
 */
const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('Usage: npm run package:smoke -- PROGRAM [ARGUMENT…]');
const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-smoke-'));
const child = spawn(program, [...args, '--smoke', `--data=${dataDir}`], { stdio: 'inherit' });
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.once('close', (code) => {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  process.stdout.write(`${program} ended with ${String(code)}.\n`);
  process.exitCode ??= code ?? 1;
});
