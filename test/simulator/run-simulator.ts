import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

/** `npm run simulate -- --seeds N [--from S]`: runs seeds S … S+N-1 and prints the first that fails, with its log. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    all: { type: 'boolean' },
  },
});
const from = Number(values.from);
const count = Number(values.seeds);
let failed = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const { failure, log } = await simulate(seed);
  if (failure === undefined) continue;
  failed += 1;
  process.exitCode = 1;
  if (values.all) process.stdout.write(`seed ${seed}: ${failure.message}\n`);
  else {
    process.stdout.write(`${log.join('\n')}\nSeed ${seed}: ${failure.stack ?? failure.message}\n`);
    break;
  }
}
process.stdout.write(`${count} seeds from ${from}: ${failed === 0 ? 'every invariant held' : `${failed} failed`}\n`);
