import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash over the names and bytes of files, and of all that is in folders: what was built from just these sources is true
 * for as long as it stays the same. Plain JavaScript without packages: a command asks before anything is loaded.
 * @param root what the places are below
 */
export function hashOfSources(root, places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesOf(root, place)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesOf(root, place) {
  if (statSync(join(root, place)).isFile()) return [place];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}
