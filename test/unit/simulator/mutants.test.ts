import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from '../../simulator/mutants.ts';

const engine = join(import.meta.dirname, '../../../electron/engine');

it.each(mutants)('the fault "$name" still has its one place in the engine', ({ file, text, instead }) => {
  const source = readFileSync(join(engine, file), 'utf8');
  expect(source.split(text)).toHaveLength(2);
  expect(instead).not.toBe(text);
});
