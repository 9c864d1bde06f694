import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { mutants, type Mutant } from './mutants.ts';

const found = /^seed (\d+): (.*)$/m;

/**
 * `npm run simulate -- --mutants [--seeds N]`: puts faults into the engine, one at a time, and tells in which seed the
 * simulator finds each.
 * @returns the names of those it does not find within `seeds`
 */
export async function runMutants(seeds: number): Promise<string[]> {
  const missed: string[] = [];
  for (const mutant of mutants) {
    const [, seed, violation] = found.exec(await simulateMutant(mutant, seeds)) ?? [];
    if (seed === undefined) missed.push(mutant.name);
    const outcome = seed === undefined ? `not found in ${seeds} seeds` : `found by seed ${seed}: ${violation}`;
    process.stdout.write(`${mutant.name} — ${outcome.slice(0, 160)}\n`);
  }
  return missed;
}

/** The fault is put in while the engine is loaded, so each has a process of its own. */
async function simulateMutant({ name }: Mutant, seeds: number): Promise<string> {
  const here = (file: string): string => join(import.meta.dirname, file);
  const args = ['--import', here('mutate.ts'), here('run-simulator.ts'), '--brief', '--seeds', String(seeds)];
  const child = spawn(process.execPath, args, { env: { ...process.env, MUTANT: name } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  if (!found.test(output) && !output.includes('every invariant held')) throw new Error(output);
  return output;
}
