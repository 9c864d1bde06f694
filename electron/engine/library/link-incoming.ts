import type { FileLink } from '../tree/library-links.ts';
import type { Links } from './links-file.ts';

/**
 * Says what a file is that is about to come to a path, whatever was said of one that stood there once.
 * @param link `undefined`: nothing is said of it
 * @returns takes that back, for where it does not come
 */
export async function linkIncoming(
  context: Links,
  path: string,
  link: FileLink | undefined,
): Promise<() => Promise<void>> {
  const before = context.links().get(path);
  if (JSON.stringify(before) === JSON.stringify(link)) return async () => undefined;
  await context.changeLinks(new Map([[path, link]]));
  return () => context.changeLinks(new Map([[path, before]]));
}
