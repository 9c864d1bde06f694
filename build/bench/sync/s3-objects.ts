import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, type ReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface S3Object {
  readonly sizeBytes: number;
  readonly md5: string;
  /** What the client says of the file's date, in its own words. */
  readonly modified: string | undefined;
  readonly storedAt: Date;
}

/** One page of a listing. */
export interface S3Page {
  readonly objects: readonly { readonly key: string; readonly object: S3Object }[];
  readonly folders: readonly string[];
  /** Where the next page starts; `undefined` after the last. */
  readonly next: string | undefined;
}

/** What of a listing is asked for; it starts at the key `from`. */
interface S3Listing {
  readonly prefix: string;
  readonly delimiter: string;
  readonly from: string;
  readonly limit: number;
}

/**
 * Objects below a folder. One counts as stored when its bytes and its name are on the disk (temporary file, fsync,
 * rename, fsync of the folder), as the service's blobs do; the index is in memory.
 */
export function createS3Objects(root: string) {
  const incoming = join(root, 'incoming');
  mkdirSync(incoming, { recursive: true });
  const objects = new Map<string, S3Object>();
  const makeFolder = createFolderMaker(join(root, 'objects'));
  mkdirSync(join(root, 'objects'), { recursive: true });
  let sorted: readonly string[] | undefined;
  let arrivals = 0;

  const pathOf = (key: string): string => {
    if (key.split('/').some((segment) => segment === '..' || segment === '')) throw new Error('No such key.');
    return join(root, 'objects', key);
  };

  async function keep(key: string, temporary: string, object: S3Object): Promise<S3Object> {
    const path = pathOf(key);
    await makeFolder(dirname(path));
    await rename(temporary, path);
    await syncPath(dirname(path));
    if (!objects.has(key)) sorted = undefined;
    objects.set(key, object);
    return object;
  }

  return {
    find: (key: string): S3Object | undefined => objects.get(key),

    open: (key: string): ReadStream => createReadStream(pathOf(key)),

    async put(key: string, bytes: AsyncIterable<Uint8Array>, modified: string | undefined): Promise<S3Object> {
      const temporary = join(incoming, String((arrivals += 1)));
      const received = await receive(temporary, bytes);
      return keep(key, temporary, { ...received, modified, storedAt: new Date() });
    },

    async copy(from: string, to: string, modified: string | undefined): Promise<S3Object | undefined> {
      const object = objects.get(from);
      if (!object) return undefined;
      const temporary = join(incoming, String((arrivals += 1)));
      await copyFile(pathOf(from), temporary);
      await syncPath(temporary);
      return keep(to, temporary, { ...object, modified: modified ?? object.modified, storedAt: new Date() });
    },

    async remove(key: string): Promise<void> {
      if (!objects.delete(key)) return;
      sorted = undefined;
      await rm(pathOf(key), { force: true });
      await syncPath(dirname(pathOf(key)));
    },

    /** The keys that begin with a prefix, in order; what lies behind a delimiter is one folder. */
    list(order: S3Listing): S3Page {
      sorted ??= [...objects.keys()].sort();
      return pageOf(sorted, objects, order);
    },
  };
}

/** Writes the bytes to a new file, until they are on the disk. */
async function receive(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Pick<S3Object, 'sizeBytes' | 'md5'>> {
  const handle = await open(path, 'wx');
  const hash = createHash('md5');
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await handle.write(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sizeBytes, md5: hash.digest('hex') };
}

function pageOf(sorted: readonly string[], objects: ReadonlyMap<string, S3Object>, order: S3Listing): S3Page {
  const { prefix, delimiter, limit } = order;
  const page = { objects: [] as { key: string; object: S3Object }[], folders: [] as string[] };
  let index = firstAtLeast(sorted, order.from > prefix ? order.from : prefix);
  for (let key = sorted[index]; key?.startsWith(prefix); key = sorted[index]) {
    if (page.objects.length + page.folders.length >= limit) return { ...page, next: key };
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const object = objects.get(key);
    if (end < 0 && object) page.objects.push({ key, object });
    if (end >= 0) page.folders.push(key.slice(0, end + 1));
    // The first key behind everything in the folder: its delimiter, counted up by one.
    index = end < 0 ? index + 1 : firstAtLeast(sorted, `${key.slice(0, end)}${following(delimiter)}`);
  }
  return { ...page, next: undefined };
}

/** Makes folders below one that is there, each of them once and until it is on the disk. */
function createFolderMaker(top: string): (folder: string) => Promise<void> {
  const made = new Set([top]);
  return makeFolder;

  async function makeFolder(folder: string): Promise<void> {
    if (made.has(folder)) return;
    await makeFolder(dirname(folder));
    await mkdir(folder, { recursive: true });
    await syncPath(dirname(folder));
    made.add(folder);
  }
}

function following(delimiter: string): string {
  return String.fromCharCode(delimiter.charCodeAt(0) + 1);
}

function firstAtLeast(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
