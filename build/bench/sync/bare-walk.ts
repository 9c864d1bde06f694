import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The least a scan can do: lists every folder below the one named and looks at every file. Prints the milliseconds. */
const [root = ''] = process.argv.slice(2);
const start = performance.now();
const folders = [root];
for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else lstatSync(path);
  }
}
process.stdout.write(`${performance.now() - start}\n`);
