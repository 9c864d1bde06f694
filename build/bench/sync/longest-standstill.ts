import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { syncOnce, type SyncOrder, type SyncRun } from './sync-once.ts';

const script = pathToFileURL(fileURLToPath(new URL('note-standstill.mjs', import.meta.url))).href;

/** As `syncOnce`, and for how long nobody who asked the program would have been answered, at most, in milliseconds. */
export async function syncOnceWithStandstill(
  order: SyncOrder,
): Promise<{ readonly run: SyncRun; readonly standstillMs: number }> {
  const file = join(order.stateDir, '..', 'standstill');
  const environment = { ...order.environment, NODE_OPTIONS: `--import ${script}`, STANDSTILL_FILE: file };
  const run = await syncOnce({ ...order, environment });
  return { run, standstillMs: existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN };
}
