import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of this product, from the manifest above its sources or its bundle. */
export function productVersion(folder = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return dirname(folder) === folder ? '0.0.0' : productVersion(dirname(folder));
}
