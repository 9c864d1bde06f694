import { parseContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { assignKey } from './assign-key.ts';
import type { LibraryDefaults } from './library-defaults.ts';
import type { FileLink } from './library-links.ts';

/**
 * What path and link alone say of the key a file will have once it was read: everything but the version of its
 * program. What is found in a file never gives it another program than its extension does (see `inspectCadFile`).
 */
export type Claim = string & { readonly kind: 'Claim' };

/** The claim of a file that was not read yet; `undefined` where reading it cannot give it a key. */
export function claimOfFile(path: string, link: FileLink | undefined, defaults: LibraryDefaults): Claim | undefined {
  const assignment = assignKey(path, link, {}, defaults);
  return assignment.kind === 'assigned' ? claimOf(assignment.key) : undefined;
}

/** The claim under which a key's file would be found. */
export function claimOfKey(text: ContentKeyText): Claim | undefined {
  const key = parseContentKey(text);
  return key.ok ? claimOf(key.value) : undefined;
}

function claimOf(key: ContentKey): Claim {
  const program = key.applicationName.toLowerCase();
  const classes = [key.etimClassCode, key.etimClassCodeVersion, key.etimModelCode, key.etimModelCodeVersion];
  return JSON.stringify([program, ...classes, key.type, key.languageCode ?? '']) as Claim;
}
