import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk } from '../ports.ts';
import { linksFileName, readLinks, type LinksFileContent, type PathLinks } from '../tree/library-links.ts';

/** What is known of the links file of a library. */
export interface ReadLinks {
  links: PathLinks;
  /** What the file says besides. */
  others: LinksFileContent['others'];
  /** Whether there was none when it was looked for last, although it had links, and since when, by the steady clock. */
  isAway?: boolean;
  awaySinceMs?: number | undefined;
}

/**
 * A file that is no links file stays as it is; what it said cannot be guessed, so nothing is decided meanwhile. One that is
 * gone takes no links back: another program may put it there in two steps, and files would go out as other products.
 */
export async function readFile(disk: LibraryDisk, known: ReadLinks): Promise<PathLinks> {
  const text = await disk.readText(linksFileName).catch(refusedText);
  known.isAway = text === undefined && known.links.size > 0;
  const read = text === undefined ? known : readLinks(text);
  known.others = read.others;
  return known.links.saying(read.links);
}

/** The paths of which the links file of a folder says something; `undefined` where there is none, or it cannot be read. */
export async function linkedPaths(disk: Pick<LibraryDisk, 'readText'>): Promise<readonly string[] | undefined> {
  try {
    const text = await disk.readText(linksFileName);
    return text === undefined ? undefined : [...readLinks(text).links.keys()];
  } catch {
    return undefined;
  }
}

/**
 * What stands there and is no file is no links file either. What the disk refuses for now may be whole: nobody is told to
 * repair it.
 */
function refusedText(thrown: unknown): string {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.code === 'file-vanished') return '';
  const isAboutFile = thrown.code === 'file-unreadable' || thrown.code === 'file-in-use';
  throw isAboutFile ? new AppError(thrown.code, { cause: thrown, detail: linksFileName }) : thrown;
}

/** By then no other program is about to put it there; it is written again, for the next computer. */
const awayForLongMs = 600_000;

/** Whether it has been away since so long ago; to be asked after each look. */
export function isAwayForLong(known: ReadLinks, nowMs: number): boolean {
  known.awaySinceMs = known.isAway ? (known.awaySinceMs ?? nowMs) : undefined;
  return known.awaySinceMs !== undefined && nowMs - known.awaySinceMs >= awayForLongMs;
}
