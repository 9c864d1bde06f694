import { Command } from 'commander';
import { wholeNumber } from '../whole-number.ts';
import { simulateHour, type HourResult } from './hour.ts';
import { runMutants } from './run-mutants.ts';
import { simulate } from './simulate.ts';

interface Wanted {
  readonly seeds?: number;
  readonly from: number;
  readonly all?: true;
  readonly brief?: true;
  readonly hour?: true;
  readonly mutants?: true;
  readonly only?: string;
}

const wanted = new Command('npm run simulate --')
  .description(
    'Takes the engine through random edits, faults and crashes; prints the log of the first seed that fails.',
  )
  .option('--seeds <number>', 'how many are tried (default: 1000, or 10 hours)', wholeNumber)
  .option('--from <number>', 'the first of them', wholeNumber, 1)
  .option('--all', 'names each seed that fails, and goes on')
  .option('--brief', 'names the first that fails, without its log')
  .option('--hour', 'each seed is an hour of two designers who share a service')
  .option('--mutants', 'puts faults into the engine and sees whether the seeds, or tests, find them')
  .option('--only <text>', 'of the faults, those so named')
  .parse()
  .opts<Wanted>();
/** How often a long run says how far it is. */
const toldEveryMs = 60_000;
const { from, seeds: count = wanted.hour ? 10 : 1_000 } = wanted;
if (wanted.mutants) {
  const missed = await runMutants(count, wanted.only);
  if (missed.length > 0) process.exitCode = 1;
  process.stdout.write(missed.length === 0 ? 'every fault was found\n' : `not found: ${missed.join('; ')}\n`);
} else await trySeeds();

async function trySeeds(): Promise<void> {
  let failed = 0;
  let toldMs = performance.now();
  for (let seed = from; seed < from + count; seed += 1) {
    if (performance.now() - toldMs >= toldEveryMs) {
      toldMs = performance.now();
      process.stderr.write(`${seed - from} of ${count} seeds, ${failed} failed\n`);
    }
    const { failure, log } = wanted.hour ? await tellHour(seed) : await simulate(seed);
    if (failure === undefined) continue;
    failed += 1;
    process.exitCode = 1;
    if (wanted.all || wanted.brief) process.stdout.write(`seed ${seed}: ${failure.message}\n`);
    else process.stdout.write(`${log.join('\n')}\nSeed ${seed}: ${failure.stack ?? failure.message}\n`);
    if (!wanted.all) break;
  }
  process.stdout.write(`${count} seeds from ${from}: ${failed === 0 ? 'every invariant held' : `${failed} failed`}\n`);
}

async function tellHour(seed: number): Promise<HourResult> {
  const result = await simulateHour(seed);
  const { steps, saves, versions, conflictsResolved, equalFiles } = result;
  process.stdout.write(
    `hour ${seed}: ${steps} steps, ${saves} saves, ${versions} versions, ${conflictsResolved} conflicts resolved, ${equalFiles} files equal\n`,
  );
  return result;
}
