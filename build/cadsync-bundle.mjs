import { existsSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from './sources.mjs';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Everything that a bundle comes from: the product, its packages, and how it is bundled. */
const sources = [
  'electron',
  'shared',
  'package-lock.json',
  'build/build-cadsync.ts',
  'build/bundle.ts',
  'build/http-of-node.ts',
  'build/threads.ts',
];

/**
 * The bundle of the command `cadsync`, and of the app in a browser, that is made from the sources as they are now, and
 * whether it is there: one that was made from others is in a folder of another name, so none is ever run by mistake. To
 * read them all takes 10 ms; to load them one by one and not as a bundle takes 150.
 */
export function cadsyncBundle(root = projectRoot) {
  const folder = join(root, 'dist', 'cadsync', hashOfSources(root, sources).slice(0, 32));
  const script = join(folder, 'cadsync.js');
  return { folder, script, browser: join(folder, 'browser.js'), isThere: existsSync(script) };
}

const dayMs = 86_400_000;

/**
 * Says of a bundle that it is in use, now and each day for as long as this process runs: what runs may still load parts of
 * it, and who makes another one clears away those that nobody used for long.
 */
export function keepBundle(folder, everyMs = dayMs) {
  const keep = () => {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      // On a disk that is read-only nobody clears it away either.
    }
  };
  keep();
  return setInterval(keep, everyMs).unref();
}
