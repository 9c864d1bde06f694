import { join } from 'node:path';
import { mutants } from './mutants.ts';

const mutant = mutants.find(({ name }) => name === process.env['MUTANT']);
if (!mutant) throw new Error(`There is no such mutant: ${process.env['MUTANT']}`);
const { name, file, text, instead } = mutant;
const place = join(import.meta.dirname, '../../electron/engine', file);

/** The source of a file with the fault that the environment names; `undefined` where that is in another one. */
export function mutate(path: string, read: () => string): string | undefined {
  if (path !== place) return undefined;
  const source = read();
  if (source.split(text).length !== 2) throw new Error(`${file} has no place for: ${name}`);
  return source.replace(text, () => instead);
}
