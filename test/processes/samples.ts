import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDemoProducts } from '../../electron/demo/catalogue.ts';
import { generateStep } from '../../electron/demo/generate/step.ts';

const samplesDir = join(import.meta.dirname, '..', '..', '..', 'shared', 'samples');

/** A real drawing where the sample files are; else a generated one of the same kind, each another one. */
export function sampleDrawing(path: string): Buffer {
  const file = join(samplesDir, path);
  if (existsSync(file)) return readFileSync(file);
  const [product] = makeDemoProducts();
  if (!product) throw new Error('The demo has no product.');
  return Buffer.from(generateStep(product, path));
}

export const samplesAreHere = existsSync(samplesDir);

export function samplePath(path: string): string {
  return join(samplesDir, path);
}
