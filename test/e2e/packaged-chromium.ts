import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

const unpackProgram = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/** The path of the Chromium inside the npm package, which has one for this system alone. */
export async function packagedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(tmpdir(), `cadsync-chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  await unpackOnce(folder, async (side) => {
    await promisify(execFile)(process.execPath, [unpackProgram], { env: { ...process.env, TMPDIR: side } });
  });
  return join(folder, 'chromium');
}

/**
 * Has a folder hold all that `unpack` puts into it, or not be there: whatever ends it in the middle, and whoever else
 * unpacks the same at that moment.
 * @param unpack gets the folder beside it that it is to fill
 */
export async function unpackOnce(folder: string, unpack: (side: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const side = await mkdtemp(`${folder}.`);
  try {
    await unpack(side);
    await rename(side, folder);
  } catch (error) {
    await rm(side, { recursive: true, force: true });
    // Somebody else was quicker.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * As vitest calls it before the tests that look at the window: while one of them unpacks it, the others would do so too.
 */
export async function setup(): Promise<void> {
  if (process.env['CHROMIUM_PATH'] === undefined) await packagedChromium();
}
