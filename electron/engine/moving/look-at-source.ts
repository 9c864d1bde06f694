import { formatVersion } from '../../../shared/model/version.ts';
import { standardsOf } from './move-lists.ts';
import type { MoveParts } from './move-parts.ts';
import { itemsOfSource } from './plan-move.ts';

/**
 * What the source has of files and standards, without asking the target anything.
 * @returns a text that is the same as long as nothing was added or changed there
 */
export async function lookAtSource({ source, signal }: Pick<MoveParts, 'source' | 'signal'>): Promise<string> {
  const items = await itemsOfSource({ source, signal });
  const standards = await standardsOf(source.service, { signal });
  const files = [...items].map(([key, { version, sha256 }]) => [key, formatVersion(version), sha256]);
  return JSON.stringify([files.map(String).toSorted(), standards.toSorted()]);
}
