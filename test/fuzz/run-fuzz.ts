import { parseArgs } from 'node:util';
import { seed as prepare } from '../contract/seed.ts';
import { embeddedClientSecret, openTarget } from '../contract/target.ts';
import { fuzzService } from './fuzz-service.ts';
import { fuzzWindow } from './fuzz-window.ts';

/**
 * `npm run fuzz -- [--window] [--requests NUMBER] [--seed NUMBER]`: asks the embedded service whatever comes to mind; with
 * `--window`, sets broken clients on the server of the window instead.
 */
const { values } = parseArgs({
  options: {
    window: { type: 'boolean', default: false },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [requests, seed] = [readNumber('requests', values.requests), readNumber('seed', values.seed)];
process.stdout.write(`${requests} requests, seed ${seed}\n`);
if (values.window) printCounts(await fuzzWindow({ requests, seed }));
else await askService();

async function askService(): Promise<void> {
  const target = await openTarget();
  try {
    const world = { target, seed: await prepare(target) };
    printCounts(await fuzzService({ world, clientSecret: embeddedClientSecret, requests, seed }));
  } finally {
    await target.close();
  }
}

/** 0 is the status of what was not answered. */
function printCounts(counts: ReadonlyMap<string | number, number>): void {
  const named = [...counts].map(([status, count]) => [String(status).replace(/\b0$/, 'no answer'), count] as const);
  for (const [status, count] of named.sort(([a], [b]) => a.localeCompare(b))) {
    process.stdout.write(`${status}: ${count}\n`);
  }
}

function readNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new Error(`--${name} takes a whole number, not ${text}.`);
}
