import type { LibraryDisk } from '../ports.ts';

/** The first free name next to what stands at a path: `pump (2).rfa`. */
export async function freeBeside(disk: Pick<LibraryDisk, 'stat'>, path: string): Promise<string> {
  const dot = path.lastIndexOf('.');
  for (let copy = 2; ; copy += 1) {
    const free = `${path.slice(0, dot)} (${copy})${path.slice(dot)}`;
    if ((await disk.stat(free)) === undefined) return free;
  }
}
