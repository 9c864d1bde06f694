import { parseArgs } from 'node:util';
import { simulateHour, type HourResult } from './hour.ts';
import { runMutants } from './run-mutants.ts';
import { simulate } from './simulate.ts';

/**
 * `npm run simulate -- --seeds N [--from F] [--all | --brief]`: tries N seeds and prints the log of the first that
 * breaks an invariant (`--all`: goes on and names each that does; `--brief`: names the first).
 * `--hour`: each seed is an hour of two designers who share a service.
 * `--mutants`: puts faults into the engine and sees whether N seeds, or tests, find them (`--only TEXT`: those so named).
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    all: { type: 'boolean' },
    brief: { type: 'boolean' },
    hour: { type: 'boolean' },
    mutants: { type: 'boolean' },
    only: { type: 'string' },
  },
});
const from = Number(values.from);
const count = Number(values.seeds ?? (values.hour ? 10 : 1_000));
if (values.mutants) {
  const missed = await runMutants(count, values.only);
  if (missed.length > 0) process.exitCode = 1;
  process.stdout.write(missed.length === 0 ? 'every fault was found\n' : `not found: ${missed.join('; ')}\n`);
} else await trySeeds();

async function trySeeds(): Promise<void> {
  let failed = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { failure, log } = values.hour ? await tellHour(seed) : await simulate(seed);
    if (failure === undefined) continue;
    failed += 1;
    process.exitCode = 1;
    if (values.all || values.brief) process.stdout.write(`seed ${seed}: ${failure.message}\n`);
    else process.stdout.write(`${log.join('\n')}\nSeed ${seed}: ${failure.stack ?? failure.message}\n`);
    if (!values.all) break;
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
