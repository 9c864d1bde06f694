import { parseArgs } from 'node:util';
import { seed as prepare } from '../contract/seed.ts';
import { embeddedClientSecret, openTarget } from '../contract/target.ts';
import { fuzzService } from './fuzz-service.ts';

/** `npm run fuzz -- [--requests NUMBER] [--seed NUMBER]`: asks the embedded service whatever comes to mind. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [requests, seed] = [readNumber('requests', values.requests), readNumber('seed', values.seed)];
process.stdout.write(`${requests} requests, seed ${seed}\n`);
const target = await openTarget();
try {
  const world = { target, seed: await prepare(target) };
  const counts = await fuzzService({ world, clientSecret: embeddedClientSecret, requests, seed });
  for (const [status, count] of [...counts].sort(([a], [b]) => a - b)) {
    process.stdout.write(`${status === 0 ? 'no answer' : status}: ${count}\n`);
  }
} finally {
  await target.close();
}

function readNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new Error(`--${name} takes a whole number, not ${text}.`);
}
