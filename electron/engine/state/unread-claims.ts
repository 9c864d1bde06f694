import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { claimOfFile, type LibraryDefaults } from '../tree/assign-key.ts';
import type { LibraryLinks } from '../tree/library-links.ts';
import type { LocalFiles } from './local-files.ts';

/** After so many turns, or as many as files were found, all is read anew instead of following them. */
const followedTurns = 1_000;

/** What files claim to be, by their paths, and the paths by what is claimed. */
interface Claims {
  readonly links: LibraryLinks;
  readonly claims: Map<string, ContentKeyText>;
  readonly paths: Map<ContentKeyText, Set<string>>;
}

/**
 * What the files of one library that were not read yet may turn out to be. Asked for every file that is sent, also while
 * thousands are copied in: so what was found is kept, and only files whose turn came since are looked at again. That is
 * done when it is asked for, not when they are written, as a transaction may take back what it wrote; so it is not to be
 * asked within one that reads files or has them read.
 */
export function createUnreadClaims(files: LocalFiles, links: () => LibraryLinks, defaults: LibraryDefaults) {
  let known: Claims | undefined;
  const turned = new Set<string>();
  files.followTurns(noteTurn);

  function noteTurn(path: string): void {
    if (!known) return;
    turned.add(path);
    if (turned.size > Math.max(followedTurns, known.claims.size)) forget();
  }

  function forget(): void {
    known = undefined;
    turned.clear();
  }

  function upToDate(): Claims {
    if (known?.links !== links()) forget();
    known ??= readAll(files, links(), defaults);
    if (turned.size === 0) return known;
    for (const path of turned) remove(known, path);
    for (const path of files.unreadAmong([...turned])) add(known, path, defaults);
    turned.clear();
    return known;
  }

  return {
    /** All keys that files may be of which were not read yet. */
    claimed: (): ContentKeyText[] => [...upToDate().paths.keys()],

    /** The link of a file changed, in the links that are known; other links altogether are seen by themselves. */
    linkChanged: noteTurn,

    /**
     * A file that was not read yet and may be of this key. What was read of it before does not count: another file may
     * have taken its place.
     * @param besides the path of a file that does not count
     */
    rivalOf(key: ContentKeyText, besides?: string): string | undefined {
      return upToDate()
        .paths.get(key)
        ?.values()
        .find((path) => path !== besides);
    },
  };
}

export type UnreadClaims = ReturnType<typeof createUnreadClaims>;

function readAll(files: LocalFiles, links: LibraryLinks, defaults: LibraryDefaults): Claims {
  const all: Claims = { links, claims: new Map(), paths: new Map() };
  for (const path of files.unreadPaths()) add(all, path, defaults);
  return all;
}

function add({ links, claims, paths }: Claims, path: string, defaults: LibraryDefaults): void {
  const claim = claimOfFile(path, links.get(path), defaults);
  if (claim === undefined) return;
  claims.set(path, claim);
  paths.set(claim, (paths.get(claim) ?? new Set()).add(path));
}

function remove({ claims, paths }: Claims, path: string): void {
  const claim = claims.get(path);
  if (claim === undefined) return;
  claims.delete(path);
  const others = paths.get(claim);
  others?.delete(path);
  if (others?.size === 0) paths.delete(claim);
}
