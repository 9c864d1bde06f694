import { linksFileName } from './library-links.ts';
import { pathIn } from './folder-of.ts';

/** Where a download arrives: next to its place, under a name that every scan and CAD program passes over. */
export function partPath(folder: string, id: string): string {
  return pathIn(folder, `.cadsync-${id}.part`);
}

/** What a crash of ours may leave next to the files of a library, by its name. */
export function isLeftoverName(name: string): boolean {
  return (
    /^\.cadsync-.+\.part$/.test(name) || (name.startsWith(`${linksFileName}.`) && /\.[0-9a-f]{12}\.tmp$/.test(name))
  );
}
