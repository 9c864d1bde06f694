import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the page that shows the interface to people; undefined where its package is not installed. */
export function findReferenceAssets(): string | undefined {
  try {
    return dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  } catch {
    return undefined;
  }
}
