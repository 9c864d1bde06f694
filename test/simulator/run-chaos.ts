import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

/** `npm run chaos -- --kills N [--seed S]`: kills engines of two computers and their service N times and checks what is left. */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const workFolder = mkdtempSync(join(tmpdir(), 'cadsync-chaos-'));
try {
  const result = await runChaos({
    kills: Number(values.kills),
    seed: Number(values.seed),
    workFolder,
    onKill: (kills) => process.stdout.write(kills % 10 === 0 ? `${kills} kills\n` : ''),
  });
  process.stdout.write(`${JSON.stringify(result)}\nevery invariant held\n`);
  rmSync(workFolder, { recursive: true, force: true, maxRetries: 5 });
} catch (error) {
  process.exitCode = 1;
  process.stdout.write(`Seed ${values.seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.stdout.write(`What is left is in ${workFolder}\n`);
}
