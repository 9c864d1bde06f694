import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { runCompressedHour } from './compressed-hour.ts';

/**
 * `npm run chaos -- --kills N [--seed S]`: kills engines of two computers and their service N times and checks what is
 * left. `--hour`: kills nothing; two designers work for a minute, and both libraries have to end equal.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    hour: { type: 'boolean' },
  },
});
const workFolder = mkdtempSync(join(tmpdir(), 'cadsync-chaos-'));
try {
  const seed = Number(values.seed);
  const result = values.hour
    ? await runCompressedHour({ durationMs: 60_000, seed, workFolder })
    : await runChaos({
        kills: Number(values.kills),
        seed,
        workFolder,
        onKill: (kills) => process.stdout.write(kills % 10 === 0 ? `${kills} kills\n` : ''),
      });
  process.stdout.write(`${JSON.stringify({ seed, ...result })}\nevery invariant held\n`);
  rmSync(workFolder, { recursive: true, force: true, maxRetries: 5 });
} catch (error) {
  process.exitCode = 1;
  process.stdout.write(`Seed ${values.seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.stdout.write(`What is left is in ${workFolder}\n`);
}
