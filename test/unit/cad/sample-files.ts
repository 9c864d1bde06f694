import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where they lie, with a folder for each format. */
export const samplesFolder = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url));

/** Whether the real sample files lie beside the repository; they are too large and of too many licences to be in it. */
export const hasSamples = existsSync(samplesFolder);

export function readSample(path: string): Buffer {
  return readFileSync(`${samplesFolder}${path}`);
}
