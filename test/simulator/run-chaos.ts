import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { wholeNumber } from '../whole-number.ts';
import { runChaos } from './chaos.ts';
import { runCompressedHour } from './compressed-hour.ts';

const { kills, seed, hour } = new Command('npm run chaos --')
  .description('Kills engines of two computers and their service while both edit, and checks what is left.')
  .option('--kills <number>', 'how many times', wholeNumber, 200)
  .option('--seed <number>', 'what is done and when is decided by it', wholeNumber, 1)
  .option('--hour', 'kills nothing: two designers work for a minute, and both libraries have to end equal')
  .parse()
  .opts<{ kills: number; seed: number; hour?: true }>();
const workFolder = mkdtempSync(join(tmpdir(), 'cadsync-chaos-'));
try {
  const result = hour
    ? await runCompressedHour({ durationMs: 60_000, seed, workFolder })
    : await runChaos({
        kills,
        seed,
        workFolder,
        onKill: (done) => process.stdout.write(done % 10 === 0 ? `${done} kills\n` : ''),
      });
  process.stdout.write(`${JSON.stringify({ seed, ...result })}\nevery invariant held\n`);
  rmSync(workFolder, { recursive: true, force: true, maxRetries: 5 });
} catch (error) {
  process.exitCode = 1;
  process.stdout.write(`Seed ${seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.stdout.write(`What is left is in ${workFolder}\n`);
}
