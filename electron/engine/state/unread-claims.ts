import { claimOfFile, type Claim } from '../tree/claim.ts';
import type { LibraryDefaults } from '../tree/library-defaults.ts';
import type { LibraryLinks } from '../tree/library-links.ts';
import type { LocalFiles } from './local-files.ts';

/** Paths of files that were not read yet, by what they may turn out to be. */
export type UnreadClaims = ReadonlyMap<Claim, string>;

export function unreadClaimsOf(
  files: Pick<LocalFiles, 'unreadPaths'>,
  links: LibraryLinks,
  defaults: LibraryDefaults,
): UnreadClaims {
  const claims = new Map<Claim, string>();
  for (const path of files.unreadPaths()) {
    const claim = claimOfFile(path, links.get(path), defaults);
    if (claim !== undefined) claims.set(claim, path);
  }
  return claims;
}
