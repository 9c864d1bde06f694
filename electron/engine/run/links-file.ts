import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import type { LocalFiles } from '../state/local-files.ts';
import { formatLinks, linksFileName, readLinks, type FileLink, type LibraryLinks } from '../tree/library-links.ts';

/** Links by path; `undefined` takes one back. */
type LinkChanges = ReadonlyMap<string, FileLink | undefined>;

/** What files of one library belong to where their headers do not say it: in a file of the library, remembered here. */
export interface LinksFile {
  links(): LibraryLinks;
  /**
   * Reads the links file again. Returns the paths of which it says something else than when they were last read; those
   * count as not read.
   * @throws AppError `links-unreadable` when it is damaged
   */
  readLinks(): Promise<readonly string[]>;
  /**
   * Records links durably before anything relies on them; `undefined` takes one back.
   * @param within done in the transaction that remembers the links
   */
  changeLinks(links: LinkChanges, within?: () => void): Promise<void>;
  /**
   * A person says what files belong to: recorded durably, and the files count as not read, so that a start after a crash
   * gives them their keys anew.
   * @param decide says the changes, from the links as they are when its turn has come; what it throws changes nothing
   * @returns the paths concerned
   */
  readonly relink: (decide: (current: LibraryLinks) => LinkChanges) => Promise<readonly string[]>;
}

export function createLinksFile(
  { database }: Pick<Ports, 'database'>,
  libraryId: string,
  disk: LibraryDisk,
  files: LocalFiles,
): LinksFile {
  const memory = createLinksMemory(database, libraryId);
  let links: LibraryLinks = memory.read();
  let writing: Promise<void> = Promise.resolve();

  /** A file that is no links file stays as it is; what it said cannot be guessed, so nothing is decided meanwhile. */
  async function readFile(): Promise<LibraryLinks> {
    const read = readLinks(await disk.readText(linksFileName).catch(() => ''));
    if (read) return read;
    throw new AppError('links-unreadable');
  }

  /** One after the other, each on what the one before has written. */
  function writeLinks(decide: (current: LibraryLinks) => LinkChanges, within?: () => void): Promise<void> {
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const merged = new Map(await readFile());
        for (const [path, link] of decide(merged)) {
          if (link) merged.set(path, link);
          else merged.delete(path);
        }
        await disk.writeText(linksFileName, formatLinks(merged));
        links = merged;
        database.transaction(() => {
          memory.write(merged);
          within?.();
        });
      });
    return writing;
  }

  return {
    links: () => links,

    async readLinks() {
      const read = await readFile();
      if (formatLinks(read) === formatLinks(links)) return [];
      const changed = new Set([...links.keys(), ...read.keys()]);
      for (const path of changed) {
        if (JSON.stringify(links.get(path)) === JSON.stringify(read.get(path))) changed.delete(path);
      }
      links = read;
      database.transaction(() => {
        memory.write(read);
        for (const path of changed) files.noteUnread(path);
      });
      return [...changed];
    },

    changeLinks: (changes, within) => writeLinks(() => changes, within),

    async relink(decide) {
      let paths: readonly string[] = [];
      await writeLinks(
        (current) => {
          const changes = decide(current);
          paths = [...changes.keys()];
          return changes;
        },
        () => {
          for (const path of paths) files.noteUnread(path);
        },
      );
      return paths;
    },
  };
}
