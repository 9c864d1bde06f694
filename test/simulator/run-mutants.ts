import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { mutants, type Mutant } from './mutants.ts';

const held = /: every invariant held$/m;
const broken = /^(seed \d+): (.*)$/m;
const failedTest = /^not ok \d+ - \S+ > (.*?)(?: # time=.*)?$/m;

const here = (file: string): string => join(import.meta.dirname, file);

/**
 * `npm run simulate -- --mutants [--seeds N]`: puts faults into the engine, one at a time, and tells which seed of the
 * simulator finds each, or which test, where the fault names its file.
 * @param wanted part of the names of those that are tried; all where nothing is said
 * @returns the names of those that are not found
 */
export async function runMutants(seeds: number, wanted = ''): Promise<string[]> {
  const missed: string[] = [];
  for (const mutant of mutants.filter(({ name }) => name.includes(wanted))) {
    const foundBy = mutant.test === undefined ? await bySeed(mutant, seeds) : await byTest(mutant, mutant.test);
    if (foundBy === undefined) missed.push(mutant.name);
    const outcome = foundBy ?? `not found ${mutant.test === undefined ? `in ${seeds} seeds` : `by ${mutant.test}`}`;
    process.stdout.write(`${mutant.name} — ${outcome.slice(0, 160)}\n`);
  }
  return missed;
}

async function bySeed(mutant: Mutant, seeds: number): Promise<string | undefined> {
  const args = ['--import', here('mutate.ts'), here('run-simulator.ts'), '--brief', '--seeds', String(seeds)];
  const output = await runWith(mutant, args);
  const [, seed, violation] = broken.exec(output) ?? [];
  if (seed !== undefined) return `found by ${seed}: ${violation}`;
  if (!held.test(output)) throw new Error(output);
  return undefined;
}

async function byTest(mutant: Mutant, test: string): Promise<string | undefined> {
  const vitest = here('../../node_modules/vitest/vitest.mjs');
  const output = await runWith(mutant, [vitest, 'run', '--config', here('mutants.vitest.config.ts'), test]);
  if (!output.startsWith('TAP version')) throw new Error(output);
  const [, name] = failedTest.exec(output) ?? [];
  return name === undefined ? undefined : `found by ${test}: ${name}`;
}

/** The fault is put in while the engine is loaded, so each has a process of its own. */
async function runWith({ name }: Mutant, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { env: { ...process.env, MUTANT: name } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}
