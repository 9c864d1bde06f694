import { fittedPath } from '../../../shared/model/fitted-path.ts';
import type { LibraryDisk } from '../ports.ts';

/** The first free name next to what stands at a path: `pump (2).rfa`. */
export async function freeBeside(disk: Pick<LibraryDisk, 'stat'>, path: string): Promise<string> {
  for (let copy = 2; ; copy += 1) {
    const free = fittedPath(path, ` (${copy})`);
    if ((await disk.stat(free)) === undefined) return free;
  }
}
