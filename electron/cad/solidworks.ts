import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { isOle2, readOle2Directory } from './ole2-directory.ts';
import { blockMark, withHalvesSwapped } from './solidworks-blocks.ts';

const searchBytes = 256 * 1024;
const versionMark = '_MO_VERSION_';

/** SolidWorks parts, assemblies and drawings: the newest of the versions named in the file's directory is its own. */
export async function readSolidWorks(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(searchBytes);
  if (!isOle2(head)) {
    if (!head.subarray(0, 64).includes(blockMark)) return nothingKnown;
    // The container's directory, with the names of all blocks, stands at its end.
    const names = [versionMarksIn(head), versionMarksIn(await file.readTail(searchBytes))];
    return factsOf('SolidWorks', newestYearIn(names), 'unknown');
  }
  const directory = await readOle2Directory(file);
  if (!directory) return { program: 'SolidWorks', whole: 'incomplete' };
  const year = newestYearIn(directory.entries.map(({ name }) => name));
  return factsOf('SolidWorks', year, wholeIf(directory.isWhole));
}

function newestYearIn(texts: readonly string[]): string | undefined {
  const years = texts
    .flatMap((text) => [...text.matchAll(/_MO_VERSION_(\d{3,6})(?!\d)/g)])
    .map((match) => yearOfVersion(Number(match[1])))
    .filter((year) => year !== undefined);
  return years.length === 0 ? undefined : String(Math.max(...years));
}

/** 8000 is 2015, and every thousand is a year. */
function yearOfVersion(version: number): number | undefined {
  const year = 2007 + Math.floor(version / 1000);
  return year >= 1995 && year < 2100 ? year : undefined;
}

/** Only the places around version marks are turned into text. */
function versionMarksIn(bytes: Buffer): string {
  const swappedMark = withHalvesSwapped(Buffer.from(versionMark, 'latin1'));
  const found: string[] = [];
  for (let at = bytes.indexOf(swappedMark); at >= 0; at = bytes.indexOf(swappedMark, at + 1)) {
    found.push(withHalvesSwapped(bytes.subarray(at, at + versionMark.length + 8)).toString('latin1'));
  }
  return found.join(' ');
}
