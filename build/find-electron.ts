import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** How long the first start may take to download Electron's binary. */
const downloadTimeoutMs = 60_000;

/** Electron's program, or why it cannot run here. */
export async function findElectron(): Promise<{ readonly program: string } | { readonly reason: string }> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { reason: 'There is no display for a desktop window.' };
  }
  const program = await askForProgram();
  if (program === undefined || !existsSync(program)) {
    return { reason: "Electron's binary is not here and cannot be downloaded." };
  }
  return { program };
}

/** Electron's package downloads its binary when it is first asked for it; that is done in a process of its own. */
function askForProgram(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const script = `process.stdout.write(require(${JSON.stringify(require.resolve('electron'))}))`;
    const child = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: downloadTimeoutMs,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? output.split('\n').at(-1) : undefined));
  });
}
