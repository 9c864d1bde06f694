import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../imports/product-files.ts';

const module = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'build', 'run-in-group.ts')).href;

/** A script that starts one that would go on for ever, says its process id, and then does what it is told. */
function scriptThatForgets(then: string): string {
  const script = join(temporaryFolder(), 'forgets.mjs');
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
     const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
     child.once('spawn', () => { console.log(child.pid); ${then} });`,
  );
  return script;
}

const running = (script: string): string[] => [
  '--input-type=module',
  '-e',
  `import { runInGroup } from ${JSON.stringify(module)};
   process.exitCode = await runInGroup([${JSON.stringify(script)}]);`,
];

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a script that is run with all it starts', () => {
  it('tells its exit code, and holds nobody up by what it left running', async () => {
    const child = execFile(process.execPath, running(scriptThatForgets('process.exit(3)')));
    let output = '';
    child.stdout?.on('data', (chunk: string) => (output += chunk));
    // Not the end of the process: the end of everything that can still write to its output.
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(3);
    expect(output).toMatch(/^\d+\n$/);
    await expect.poll(() => isRunning(Number(output))).toBe(false);
  });

  it('is ended with whoever waits for it', async () => {
    const child = spawn(process.execPath, running(scriptThatForgets('')), { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    await expect.poll(() => isRunning(Number(chunk.toString()))).toBe(false);
  });
});
