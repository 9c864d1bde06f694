import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createBackupCopies } from './backup-copies.ts';
import { columns, contentKey, newRow, number, optionalNumber, optionalText, text, version, type RowOf } from './row.ts';
import type { SeenLists } from './seen-lists.ts';
import type { ServiceRows } from './service-rows.ts';
import { insert, raw, sql } from './sql.ts';
import { programOfKey } from '../tree/of-programs.ts';

/** The newest version of a key on the service, with what a download needs to know. */
export type RemoteItem = RowOf<typeof remoteItem>;

/** Stands for the date of a version until the service tells it. */
export const unknownDate = 0;

const remoteItem = columns({
  version,
  sha256: optionalText<Sha256>('sha256'),
  sizeBytes: optionalNumber('size_bytes'),
  /** By the service's clock; `unknownDate` where it did not say. */
  changedMs: number('changed_ms'),
  baseFilename: text('base_filename'),
  fileExtension: text('file_extension'),
});

/** Those that are read, and not the long texts by which a row is found: it is read seven times on the way of a file. */
const remoteColumns = raw('major, minor, sha256, size_bytes, changed_ms, base_filename, file_extension');

/**
 * The remote tree of one library with one service.
 * @param seenLists count no more for a program once something else told what the service has of it
 */
export function createRemoteTree(rows: ServiceRows, seenLists: Pick<SeenLists, 'forgetSeenLists'>) {
  const { put, remove, ...read } = remoteRows(rows);
  return {
    ...read,
    ...newestVersions(rows, { ...read, put, remove }, seenLists),

    /**
     * Takes over what a list of the service says, or a part of it. Where it is older than what is known, the service was
     * brought back, unless that came to be known while the list was made.
     * @param meanwhile the keys that changed since the list was asked for
     * @returns the keys that are different now
     */
    noteListed(
      items: readonly (readonly [ContentKeyText, RemoteItem])[],
      meanwhile: ReadonlySet<ContentKeyText>,
    ): ContentKeyText[] {
      const knownItems = read.remoteOfEach(items.map(([key]) => key));
      const changed = items.filter(([key, item]) => {
        const known = knownItems.get(key);
        if (!known && !meanwhile.has(key)) return put(key, item);
        if (known && stampOf(known) === stampOf(item)) return false;
        return meanwhile.has(key) ? this.noteRemote(key, item) : this.replaceRemote(key, item);
      });
      return changed.map(([key]) => key);
    },
  };
}

export interface RemoteWatch {
  readonly changed: ReadonlySet<ContentKeyText>;
  /** Does what the one who watches knows of. */
  readonly unseen: <T>(work: () => T) => T;
  readonly end: () => void;
}

function stampOf({ version, sha256, changedMs }: RemoteItem): string {
  return `${version.major}.${version.minor} ${sha256 ?? changedMs}`;
}

function stampOfVersion({ version, changedMs }: RemoteItem): string {
  return `${version.major}.${version.minor} ${changedMs}`;
}

/** What was learned about the bytes of a version holds for ever, whether or not the service tells it. */
function saysNothingNew(known: RemoteItem, item: RemoteItem): boolean {
  if (compareVersions(item.version, known.version) !== 0) return false;
  if (item.sha256 !== undefined) return item.sha256 === known.sha256;
  // Where bytes are not told, another date under the same number shows that they are others.
  return item.changedMs === unknownDate || item.changedMs === known.changedMs;
}

/** The rows of the remote tree; who watches is told of each that changes. */
function remoteRows({ database, mine, isOf, names }: ServiceRows) {
  const watches = new Set<Set<ContentKeyText>>();
  const noteChange = (key: ContentKeyText): void => {
    for (const watch of watches) watch.add(key);
  };
  /** Does what the watch is not to see. */
  const unseenBy = <T>(watch: Set<ContentKeyText>, work: () => T): T => {
    const isWatching = watches.delete(watch);
    try {
      return work();
    } finally {
      if (isWatching) watches.add(watch);
    }
  };

  return {
    remote: (key: ContentKeyText): RemoteItem | undefined =>
      database.get(sql`SELECT ${remoteColumns} FROM remote_item WHERE ${isOf(key)}`, remoteItem),

    /** Of these keys, those of which the service has something. */
    remoteOfEach: (keys: readonly ContentKeyText[]): Map<ContentKeyText, RemoteItem> =>
      new Map(
        database.all(
          sql`SELECT content_key, ${remoteColumns} FROM remote_item
            WHERE ${mine} AND content_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
          (row) => [contentKey(row), remoteItem(row)],
        ),
      ),

    remoteKeys: (): ContentKeyText[] =>
      database.all(sql`SELECT content_key FROM remote_item WHERE ${mine}`, contentKey),

    /** The keys whose newest version comes to be known, or is forgotten, until `end` is called. */
    watchRemote: (): RemoteWatch => {
      const changed = new Set<ContentKeyText>();
      watches.add(changed);
      return { changed, unseen: (work) => unseenBy(changed, work), end: () => watches.delete(changed) };
    },

    /** @returns that it is different now */
    put: (key: ContentKeyText, item: RemoteItem): true => {
      noteChange(key);
      database.run(insert('remote_item', { ...names(key), ...newRow(remoteItem, item) }, 'OR REPLACE'));
      return true;
    },

    remove: (key: ContentKeyText): void => {
      noteChange(key);
      database.run(sql`DELETE FROM remote_item WHERE ${isOf(key)}`);
    },
  };
}

/** Takes over what the service says of one key, and remembers that it lost something. */
function newestVersions(
  { database, libraryId, serviceId }: ServiceRows,
  { remote, put, remove }: Pick<ReturnType<typeof remoteRows>, 'remote' | 'put' | 'remove'>,
  seenLists: Pick<SeenLists, 'forgetSeenLists'>,
) {
  const copies = createBackupCopies(database, libraryId);
  let hasLost = false;

  return {
    /** An answer showed that the service no longer has what it had: it was restored from a backup, or lost its data. */
    noteLoss: (): unknown => (hasLost = true),

    /** Whether an answer showed that since this was asked last. */
    takeLoss(): boolean {
      const found = hasLost;
      hasLost = false;
      return found;
    },

    /** Takes over what the service says; an answer older than what is known already (it was overtaken) changes nothing. */
    noteRemote(key: ContentKeyText, item: RemoteItem): boolean {
      const known = remote(key);
      if (known && compareVersions(item.version, known.version) < 0) return false;
      if (known && saysNothingNew(known, item)) return false;
      putAnew(key, known, item);
      return true;
    },

    /** Takes over what the service just said of a key of which nothing is under way, also where it went back. */
    replaceRemote(key: ContentKeyText, item: RemoteItem | undefined): boolean {
      const known = remote(key);
      if (known && (item === undefined || compareVersions(item.version, known.version) < 0)) this.noteLoss();
      if (item === undefined) {
        if (known) this.forgetRemote(key);
        return known !== undefined;
      }
      if (known && saysNothingNew(known, item)) return false;
      if (known && compareVersions(item.version, known.version) <= 0) copies.forgetVersions(serviceId, key, item);
      putAnew(key, known, item);
      return true;
    },

    /** Forgets what a complete list of the service no longer holds. */
    forgetRemote(key: ContentKeyText): void {
      forgetLists(key);
      copies.forgetVersions(serviceId, key, undefined);
      remove(key);
    },
  };

  function forgetLists(key: ContentKeyText): void {
    const program = programOfKey(key);
    if (program) seenLists.forgetSeenLists(program);
  }

  function putAnew(key: ContentKeyText, known: RemoteItem | undefined, item: RemoteItem): void {
    // That the bytes of a version came to be known is no change of what a list says.
    if (!known || stampOfVersion(known) !== stampOfVersion(item)) forgetLists(key);
    put(key, item);
  }
}
