import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The scripts of a built window. */
export interface WindowScripts {
  /** What has to be there before anything is shown, by name. */
  readonly first: ReadonlyMap<string, string>;
  /** What is loaded when somebody goes there. */
  readonly later: ReadonlyMap<string, string>;
}

/** @param folder the one with `index.html` */
export function readWindowScripts(folder: string): WindowScripts {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const named = (isFirst: boolean) =>
    new Map(
      scripts
        .filter((name) => page.includes(`./assets/${name}`) === isFirst)
        .map((name) => [name, readFileSync(join(folder, 'assets', name), 'utf8')]),
    );
  return { first: named(true), later: named(false) };
}

/** How many bytes of these scripts go over a wire. */
export function compressedBytes(scripts: ReadonlyMap<string, string>): number {
  return [...scripts.values()].reduce((sum, script) => sum + gzipSync(script).length, 0);
}
