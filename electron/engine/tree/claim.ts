import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { assignKey } from './assign-key.ts';
import type { LibraryDefaults } from './library-defaults.ts';
import type { FileLink } from './library-links.ts';

/**
 * The key that a file which was not read yet will have, if it gets one: its header can only say that it is of too new a
 * version. `undefined` where reading it cannot give it a key.
 */
export function claimOfFile(
  path: string,
  link: FileLink | undefined,
  defaults: LibraryDefaults,
): ContentKeyText | undefined {
  const assignment = assignKey(path, link, {}, defaults);
  return assignment.kind === 'assigned' ? assignment.text : undefined;
}
