import type { ClassHit, ClassQuestion } from '../../../shared/model/class-search.ts';
import type { UsedPair } from '../../../shared/rpc/class-records.ts';
import type { Database } from '../ports.ts';
import { partsOfFileId } from '../tree/paths.ts';
import { createKnownClasses } from '../state/known-classes.ts';
import { wordsOfFolders, wordsOfName } from '../tree/words-of-name.ts';
import type { EmbeddedServicePort } from './host-ports.ts';

interface ClassSearchParts {
  readonly database: Database;
  readonly embedded: Pick<EmbeddedServicePort, 'searchClasses'>;
  /** Whether the embedded service is the connected one: what was imported is there. */
  readonly isConnected: () => boolean;
}

/** So many are offered for a file before its person types anything. */
const offered = 4;
const pairsOffered = 20;

/**
 * Classes by the words that name them: those of the model that was imported, and those that are known here because files
 * have them. What a person said of files is remembered by the files themselves.
 */
export function createClassSearch({ database, embedded, isConnected }: ClassSearchParts) {
  const known = createKnownClasses(database);

  async function search(asked: ClassQuestion): Promise<ClassHit[]> {
    const found = isConnected() ? await embedded.searchClasses(asked) : [];
    const codes = new Set(found.map((hit) => hit.code));
    return [...found, ...known.search(asked).filter((hit) => !codes.has(hit.code))].slice(0, asked.limit);
  }

  /** The classes that the words of a file's name mean, else those of its folders, the innermost first. */
  async function forPath(path: string, languageCode: string): Promise<ClassHit[]> {
    for (const words of [wordsOfName(path), ...wordsOfFolders(path)]) {
      const asked = { kind: 'class', text: words.join(' ').slice(0, 200), limit: offered, languageCode } as const;
      const all = await search({ ...asked, match: 'all' });
      const found = all.length > 0 || words.length < 2 ? all : await search({ ...asked, match: 'any' });
      if (found.length > 0) return found;
    }
    return [];
  }

  return {
    search,

    /** What the name and the folders of a file say of it, and the class pairs of its library. */
    async forFile(fileId: string, languageCode: string): Promise<{ named: ClassHit[]; used: UsedPair[] }> {
      const { libraryId, path } = partsOfFileId(fileId);
      return { named: await forPath(path, languageCode), used: known.usedIn(libraryId, languageCode, pairsOffered) };
    },
  };
}
