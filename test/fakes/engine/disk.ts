import { createHash } from 'node:crypto';
import type { Disk, FileStat, FolderEntry, LibraryDisk } from '../../../electron/engine/ports.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createDiskHooks, type Hook, type Operation } from './disk-hooks.ts';
import { createStoredFiles, type NameRule, type StoredFile } from './stored-files.ts';

const chunkBytes = 8;

export function sha256Of(bytes: Uint8Array | string): Sha256 {
  return createHash('sha256').update(bytes).digest('hex') as Sha256;
}

/** A disk in memory whose files have the dates of the given clock, with faults at chosen operations and paths. */
export function createFakeDisk(clock: { now(): number }, names: NameRule = 'exact', hashesShort = false) {
  const files = createStoredFiles(names);
  const folders = new Map<string, string>();
  /** Files that are being received, with how many of their bytes were flushed before. */
  const unflushed = new Map<string, number>();
  const hooks = createDiskHooks();
  const operations: { readonly operation: Operation; readonly path: string }[] = [];
  let lastInode = 0;
  /** As on Windows, a file has one name only. */
  const hasLinks = names !== 'folding';
  /** Files that have, or had, several names. */
  const linked = new Set<string>();
  /** Files that programs of Windows have open: these are written to, and neither moved, replaced nor removed. */
  const held = new Set<string>();
  /** Links and special files, each by its path. */
  const odd = new Map<string, Exclude<FileStat['kind'], 'file' | 'folder'>>();
  let freeBytes = Infinity;
  const totalBytes = 2 ** 40;
  let readOnly = false;
  let mounted = true;
  let longestPath = 4_095;
  let driveKind: Awaited<ReturnType<Disk['driveKind']>> = 'local';

  /** Dates are finer than the clock: two saves at one moment differ. */
  let lastStampMs = 0;
  const freshStamp = (): number => {
    const nowMs = clock.now();
    lastStampMs = lastStampMs >= nowMs && lastStampMs < nowMs + 1 ? lastStampMs + 1 / 1_024 : nowMs;
    return lastStampMs;
  };

  /** @returns the folder as it is spelled: one that is there keeps its spelling, whatever is put into it. */
  const makeFolders = (folder: string): string => {
    if (folder === '') return '';
    const there = folders.get(files.idOf(folder));
    if (there !== undefined) return there;
    const above = makeFolders(parentOf(folder));
    const made = files.spelled(above === '' ? folder : `${above}/${nameOf(folder)}`);
    folders.set(files.idOf(folder), made);
    return made;
  };

  const put = (path: string, bytes: Uint8Array, modifiedMs: number, inode?: string, changedMs = modifiedMs): void => {
    const folder = makeFolders(parentOf(path));
    const isReadOnly = files.get(path)?.isReadOnly ?? false;
    const file = { bytes, modifiedMs, changedMs, inode: inode ?? String((lastInode += 1)), isReadOnly };
    files.set(folder === '' ? path : `${folder}/${nameOf(path)}`, file);
    if (!linked.has(file.inode)) return;
    for (const other of namesOf(file.inode)) files.set(other, file);
  };

  const namesOf = (inode: string): string[] => files.paths().filter((path) => files.get(path)?.inode === inode);

  const meet = async (operation: Operation, path: string): Promise<void> => {
    operations.push({ operation, path });
    await hooks.run('before', operation, path);
    if (!mounted && operation !== 'stat' && operation !== 'list') throw new AppError('library-missing');
  };

  /** The innermost odd thing on the way to a path, itself included. */
  const oddAt = (path: string): string | undefined =>
    [...odd.keys()].find((place) => files.idOf(`${path}/`).startsWith(`${files.idOf(place)}/`));

  /** As on the real disk, nothing is reached through a link. */
  const expectNoLink = (...paths: readonly string[]): void => {
    for (const place of paths.map(oddAt)) {
      if (place !== undefined && odd.get(place) === 'link') throw new AppError('link-in-library', { detail: place });
    }
  };

  const expectWritable = (bytes: number): void => {
    if (readOnly) throw new AppError('folder-not-writable');
    if (bytes > freeBytes) throw new AppError('disk-full');
    freeBytes -= bytes;
  };

  const expectNotHeld = (...paths: readonly string[]): void => {
    if (paths.some((path) => held.has(files.get(path)?.inode ?? ''))) throw new AppError('file-in-use');
  };

  const need = (path: string): StoredFile => {
    expectNoLink(path);
    const file = mounted ? files.get(path) : undefined;
    if (!file) throw new AppError('file-vanished');
    return file;
  };

  const statOf = (path: string): FileStat | undefined => {
    const kind = odd.get(path);
    if (kind) return { kind, sizeBytes: 0, modifiedMs: 0, changedMs: 0, inode: `odd ${path}` };
    if (oddAt(path) !== undefined) return undefined;
    const file = mounted ? files.get(path) : undefined;
    if (file) {
      const { bytes, modifiedMs, changedMs, inode, isReadOnly = false } = file;
      return { kind: 'file', sizeBytes: bytes.length, modifiedMs, changedMs, inode, isReadOnly };
    }
    return mounted && (path === '' || folders.has(files.idOf(path)))
      ? { kind: 'folder', sizeBytes: 0, modifiedMs: 0, changedMs: 0, inode: `folder ${path}` }
      : undefined;
  };

  async function* chunksOf(path: string, done: (sha256: Sha256) => void): AsyncGenerator<Uint8Array> {
    await meet('read', path);
    const hash = createHash('sha256');
    for (let position = 0; position < need(path).bytes.length; position += chunkBytes) {
      const chunk = need(path).bytes.subarray(position, position + chunkBytes);
      hash.update(chunk);
      yield chunk;
      await meet('readChunk', path);
    }
    done(hash.digest('hex') as Sha256);
  }

  const namesIn = (folder: string): string[] => {
    const start = folder === '' ? '' : `${files.idOf(folder)}/`;
    return [...files.paths(), ...folders.values(), ...odd.keys()].filter((path) => {
      const id = files.idOf(path);
      return id.length > start.length && id.startsWith(start) && !id.includes('/', start.length);
    });
  };

  const hash: LibraryDisk['hash'] = async (path) => {
    await meet('hash', path);
    const { bytes } = need(path);
    // What happens after it was read is what the look after that is for.
    await hooks.run('after', 'hash', path);
    await meet('stat', path);
    return { sha256: sha256Of(bytes), sizeBytes: bytes.length, after: statOf(path) };
  };

  const library: LibraryDisk = {
    async stat(path) {
      await meet('stat', path);
      return statOf(path);
    },
    async list(folder) {
      await meet('list', folder);
      expectNoLink(folder);
      if (statOf(folder)?.kind !== 'folder') return undefined;
      return [...new Set(namesIn(folder))].flatMap((path): FolderEntry[] => {
        const stat = statOf(path);
        return stat ? [{ name: path.slice(path.lastIndexOf('/') + 1), ...stat }] : [];
      });
    },
    hash,
    read(path) {
      let digest: Sha256 | undefined;
      return { bytes: chunksOf(path, (sha256) => (digest = sha256)), sha256: () => digest };
    },
    async inspect(path, use) {
      await meet('inspect', path);
      need(path);
      const hashed = hashesShort ? await hash(path) : undefined;
      return use({ hashed, read: async (position, length) => need(path).bytes.subarray(position, position + length) });
    },
    async readText(path) {
      await meet('readText', path);
      expectNoLink(path);
      const file = files.get(path);
      return file && new TextDecoder().decode(file.bytes);
    },
    async writeText(path, text) {
      await meet('writeText', path);
      expectNoLink(path);
      if (files.get(path)?.isReadOnly === true) throw new AppError('file-read-only');
      const bytes = new TextEncoder().encode(text);
      expectWritable(bytes.length);
      put(path, bytes, freshStamp());
    },
    async putWhole(path, bytes) {
      await meet('putWhole', path);
      expectNoLink(path);
      if (files.has(path) || folders.has(files.idOf(path))) throw new AppError('target-occupied');
      expectWritable(bytes.length);
      put(path, bytes.slice(), freshStamp());
      return statOf(path) ?? Promise.reject(new Error('It is there.'));
    },
    // What has arrived is there before the rest is: an engine that dies in between leaves a part.
    async receive(path, bytes, { startAt = 0, onProgress } = {}) {
      await meet('receive', path);
      expectNoLink(path);
      expectWritable(0);
      if (startAt === 0 && files.has(path)) throw new AppError('target-occupied');
      const start = startAt === 0 ? new Uint8Array() : need(path).bytes.subarray(0, startAt);
      if (start.length < startAt) throw new AppError('file-vanished');
      let whole = Buffer.from(start);
      put(path, whole, freshStamp(), files.get(path)?.inode);
      unflushed.set(path, startAt);
      try {
        for await (const chunk of bytes) {
          expectWritable(chunk.length);
          whole = Buffer.concat([whole, chunk]);
          put(path, whole, freshStamp(), files.get(path)?.inode);
          onProgress?.(whole.length);
        }
      } finally {
        unflushed.delete(path);
      }
      return { sha256: sha256Of(whole), sizeBytes: whole.length };
    },
    async replace(from, to, standing) {
      await meet('replace', to);
      expectNoLink(from, to);
      expectWritable(0);
      const there = files.get(to);
      if (standing && (there?.inode !== standing.inode || there.modifiedMs !== standing.modifiedMs))
        throw new AppError('file-changed-meanwhile');
      if (there?.isReadOnly === true) throw new AppError('file-read-only');
      expectNotHeld(from, to);
      const file = need(from);
      files.delete(from);
      files.set(to, file);
    },
    async place(from, to) {
      await meet('place', to);
      expectNoLink(from, to);
      expectWritable(0);
      if (files.has(to)) throw new AppError('target-occupied');
      expectNotHeld(from);
      const file = need(from);
      files.delete(from);
      put(to, file.bytes, file.modifiedMs, file.inode, clock.now());
    },
    async keepCopy(from, to) {
      await meet('keepCopy', to);
      expectNoLink(from, to);
      if (files.has(to)) throw new AppError('target-occupied');
      const { bytes, modifiedMs, inode } = need(from);
      expectWritable(hasLinks ? 0 : bytes.length);
      if (!hasLinks) return put(to, bytes, modifiedMs);
      linked.add(inode);
      put(to, bytes, modifiedMs, inode, clock.now());
    },
    async copy(from, to) {
      await meet('copy', to);
      expectNoLink(from, to);
      if (files.has(to)) throw new AppError('target-occupied');
      const { bytes, modifiedMs } = need(from);
      expectWritable(bytes.length);
      put(to, bytes, modifiedMs);
    },
    async remove(path) {
      await meet('remove', path);
      expectNoLink(path);
      if (readOnly && files.has(path)) throw new AppError('folder-not-writable');
      expectNotHeld(path);
      files.delete(path);
    },
    async room() {
      await meet('room', '');
      return { freeBytes, totalBytes };
    },
    async removeEmptyFolder(path) {
      await meet('removeEmptyFolder', path);
      const isNeeded = [...files.paths(), ...folders.values()].some((other) => other.startsWith(`${path}/`));
      if (!isNeeded) folders.delete(files.idOf(path));
    },
  };

  const observed = new Proxy(library, {
    get(target, name: keyof LibraryDisk) {
      const act = target[name];
      if (name === 'read') return act;
      return async (...values: never[]) => {
        const answer: unknown = await Reflect.apply(act, target, values);
        // Of two paths the second is where something appeared.
        const path = [...values].reverse().find((value) => typeof value === 'string') ?? '';
        await hooks.run('after', name, name === 'writeText' ? (values[0] ?? '') : path);
        return answer;
      };
    },
  });

  return {
    port: {
      ignoresCase: names !== 'exact',
      get longestPath() {
        return longestPath;
      },
      driveKind: async () => driveKind,
      library: () => observed,
      splitPath: (path) => ({
        folder: path.slice(0, path.lastIndexOf('/')),
        name: path.slice(path.lastIndexOf('/') + 1),
      }),
      canonicalFolder: async (folder) => (mounted ? folder : undefined),
      absolute: (root, path) => `${root}/${path}`,
    } satisfies Disk,
    operations,

    setLongestPath: (characters: number): void => void (longestPath = characters),

    setDriveKind: (kind: typeof driveKind): void => void (driveKind = kind),

    /** A link or special file stands at a path from now on, in the place of what stood there. */
    putOdd: (path: string, kind: Exclude<FileStat['kind'], 'file' | 'folder'>): void => void odd.set(path, kind),
    /** What stood there before stands there again. */
    takeOdd: (path: string): boolean => odd.delete(path),

    /** Marks a file read-only, or takes the mark off it. */
    markReadOnly: (path: string, isReadOnly: boolean): void => files.set(path, { ...need(path), isReadOnly }),

    /** What a CAD program does when it saves: the file's bytes are these, from now on. */
    write: (path: string, text: string, modifiedMs = freshStamp()): void =>
      put(path, new TextEncoder().encode(text), modifiedMs, files.get(path)?.inode),

    /**
     * A program has a file open, in whatever place it is put.
     * @returns what it writes through that; false where the file is nowhere any more
     */
    openForWriting(path: string): (text: string) => boolean {
      const { inode } = need(path);
      return (text) => {
        const [name] = namesOf(inode);
        if (name === undefined) return false;
        put(name, new TextEncoder().encode(text), freshStamp(), inode);
        return true;
      };
    },

    /** A program of Windows has a file open and shares nothing of that. @returns lets go of it */
    holdOpen(path: string): () => void {
      const { inode } = need(path);
      held.add(inode);
      return () => held.delete(inode);
    },

    /** Every name of the file at a path. */
    namesOf: (path: string): string[] => namesOf(need(path).inode),

    /** The bytes of a file become others of the same length, and nothing else tells: a disk that forgets. */
    changeWithoutTrace(path: string, text: string): void {
      const { bytes, modifiedMs, changedMs, inode } = need(path);
      const others = new TextEncoder().encode(text);
      if (others.length !== bytes.length) throw new Error(`"${text}" is not as long as what ${path} holds.`);
      put(path, others, modifiedMs, inode, changedMs);
    },

    text(path: string): string | undefined {
      const file = files.get(path);
      return file && new TextDecoder().decode(file.bytes);
    },

    /** How the disk writes a new name, and tells it to watchers. */
    spelled: files.spelled,
    /** The same for all spellings that the disk takes for one name. */
    idOf: files.idOf,

    /** The date of a file, as programs set it. */
    dateOf: (path: string): number | undefined => files.get(path)?.modifiedMs,

    delete: (path: string): boolean => files.delete(path),

    /** Power fails: of what was being received only the first `keptBytes` of each file are there afterwards. */
    losePower(keptBytes: (sizeBytes: number) => number): void {
      for (const [path, flushedBytes] of unflushed) {
        const file = files.get(path);
        if (!file) continue;
        const kept = Math.max(flushedBytes, keptBytes(file.bytes.length));
        files.set(path, { ...file, bytes: file.bytes.subarray(0, kept) });
      }
      unflushed.clear();
    },

    /**
     * Power fails in the middle of an operation, and what it had not flushed is forgotten: there is what a real disk has
     * by then at most, and what was there before.
     */
    losePowerDuring(operation: string, [first, second]: readonly unknown[]): void {
      const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);
      const beside = (path: unknown, name: string): string => `${parentOf(String(path))}/${name}`.replace(/^\//, '');
      const file = typeof first === 'string' ? files.get(first) : undefined;
      if (operation === 'writeText')
        put(beside(first, '.cadsync-0123456789ab.part'), half(new TextEncoder().encode(String(second))), clock.now());
      else if (operation === 'receive' && !file) put(String(first), new Uint8Array(), clock.now());
      else if ((operation === 'copy' || (operation === 'keepCopy' && !hasLinks)) && file)
        put(beside(second, '.cadsync-0123456789ab.part'), half(file.bytes), clock.now());
      else if (operation === 'putWhole') {
        const bytes = second as Uint8Array;
        put(beside(first, '.cadsync-0123456789ab.part'), files.has(String(first)) ? half(bytes) : bytes, clock.now());
        if (!files.has(String(first))) put(String(first), bytes, clock.now());
      }
      // The new name is flushed before the old one is taken away; Windows renames.
      else if (operation === 'place' && hasLinks && file && !files.has(String(second))) files.set(String(second), file);
      this.losePower(() => 0);
    },

    rename(from: string, to: string): void {
      const file = need(from);
      files.delete(from);
      put(to, file.bytes, file.modifiedMs, file.inode, clock.now());
    },

    /** Gives a file another date, as copying programs do. */
    setDate(path: string, modifiedMs: number): void {
      const { bytes, inode } = need(path);
      put(path, bytes, modifiedMs, inode, clock.now());
    },

    /** Paths of the files outside the app's own folder, in order. */
    paths: (): string[] =>
      files
        .paths()
        .filter((path) => !path.startsWith('.cadlibrary'))
        .sort(),

    /** Paths of the files in the app's own folder, in order. */
    ownPaths: (): string[] =>
      files
        .paths()
        .filter((path) => path.startsWith('.cadlibrary/'))
        .sort(),

    /** Has `act` happen just before the operation, the next `times` times; what it throws is the operation's failure. */
    on(operation: keyof LibraryDisk | 'readChunk', path: string | RegExp, act: Hook['act'], times = 1): void {
      hooks.add({ operation, path, act, times, moment: 'before' });
    },

    /** Has `act` happen when the operation is done and its answer not there yet. */
    after(operation: keyof LibraryDisk, path: string | RegExp, act: Hook['act'], times = 1): void {
      hooks.add({ operation, path, act, times, moment: 'after' });
    },

    fail(operation: Operation, path: string | RegExp, code: ErrorCode, times = 1): void {
      this.on(operation, path, () => Promise.reject(new AppError(code)), times);
    },

    setFreeBytes: (bytes: number): unknown => (freeBytes = bytes),
    setReadOnly: (value: boolean): unknown => (readOnly = value),
    /** An unmounted drive: the root is not there and nothing below it. */
    setMounted: (value: boolean): unknown => (mounted = value),
    /** A drive that is not mounted leaves its empty mount point. */
    empty(): void {
      files.clear();
      folders.clear();
    },
  };
}

export type FakeDisk = ReturnType<typeof createFakeDisk>;

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
