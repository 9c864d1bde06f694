import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url));

/** Whether the real sample files lie beside the repository; they are too large and of too many licences to be in it. */
export const hasSamples = existsSync(folder);

export function readSample(path: string): Buffer {
  return readFileSync(`${folder}${path}`);
}
