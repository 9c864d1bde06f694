import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';

/** yazl alone: packs every file below a folder into a ZIP that goes nowhere. Prints how many milliseconds it took. */
const [folder = ''] = process.argv.slice(2);
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => join(folder, path))
  .filter((path) => statSync(path).isFile());
const start = performance.now();
const zip = new ZipFile();
for (const path of paths) {
  zip.addReadStreamLazy(path.slice(folder.length + 1), { compress: false }, (opened) =>
    opened(undefined, createReadStream(path, { highWaterMark: 256 * 1_024 })),
  );
}
zip.end();
for await (const _chunk of zip.outputStream) continue;
process.stdout.write(`${performance.now() - start}\n`);
