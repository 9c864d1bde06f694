import { readStepArguments } from '../../cad/step-arguments.ts';

/** The header stands in them; comments may stand before it. */
export const headBytes = 64 * 1024;

/** The third argument of FILE_NAME: a list of texts. */
export function authorIn(bytes: Buffer): string | undefined {
  const author = readStepArguments(bytes.toString('latin1', 0, headBytes), 'FILE_NAME')?.[2];
  const name = author?.replace(/^\(\s*'?|'?\s*\)$/g, '').trim();
  return name === undefined || name === '' || name.toLowerCase() === 'unknown' ? undefined : name;
}
