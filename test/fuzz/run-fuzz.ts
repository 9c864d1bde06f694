import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { wholeNumber } from '../whole-number.ts';
import { seed as prepare } from '../contract/seed.ts';
import { embeddedClientSecret, openTarget } from '../contract/target.ts';
import { fuzzLook } from './fuzz-look.ts';
import { fuzzService } from './fuzz-service.ts';
import { fuzzWindow } from './fuzz-window.ts';

const {
  window,
  look,
  requests = look ? 2_000 : 20_000,
  seed,
} = new Command('npm run fuzz --')
  .description('Asks the embedded service whatever comes to mind.')
  .addOption(new Option('--window', 'sets broken clients on the server of the window instead').conflicts('look'))
  .option('--look', 'has broken drawings looked at instead')
  .option(
    '--requests <number>',
    'how many, or how many broken drawings (default: 20000, or 2000 drawings)',
    wholeNumber,
  )
  .option('--seed <number>', 'what is asked is decided by it', wholeNumber, Date.now() % 2 ** 31)
  .parse()
  .opts<{ window?: true; look?: true; requests?: number; seed: number }>();
process.stdout.write(`${requests} ${look ? 'broken drawings' : 'requests'}, seed ${seed}\n`);
if (window) printCounts(await fuzzWindow({ requests, seed }));
else if (look) await lookAtBroken();
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

async function lookAtBroken(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-fuzz-'));
  try {
    printCounts(await fuzzLook({ folder, cuts: 20, mutants: requests, largestBytes: Infinity, timeMs: 15_000, seed }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 0 is the status of what was not answered. */
function printCounts(counts: ReadonlyMap<string | number, number>): void {
  const named = [...counts].map(([status, count]) => [String(status).replace(/\b0$/, 'no answer'), count] as const);
  for (const [status, count] of named.sort(([a], [b]) => a.localeCompare(b))) {
    process.stdout.write(`${status}: ${count}\n`);
  }
}
