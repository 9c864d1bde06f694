import type { Store, VersionToAppend } from '../../../../electron/service/store/store.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { pumpKey } from '../start-service.ts';

export const sha256 = 'a'.repeat(64) as Sha256;

/** The first draft of the pump, or of what else is said. */
export function draft(blobId: string, more: Partial<VersionToAppend> = {}): VersionToAppend {
  const version = { major: 0, minor: 1 };
  const about = { attachmentName: '', changedAt: 1_000, comments: undefined, after: undefined };
  return { key: pumpKey, version, blobId, record: { tags: 'a' }, ...about, ...more };
}

export async function withBlob(store: Store, hash = sha256): Promise<string> {
  return (await store.blobs.put({ sha256: hash, sizeBytes: 3 }, 1)).blobId;
}

/** Everything in all pages. */
export async function only<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
