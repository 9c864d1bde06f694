/** A file of a disk in memory. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedMs: number;
  /** When bytes, name or date were last touched; no program can set it. */
  readonly changedMs: number;
  readonly inode: string;
  /** Marked so that nobody writes to it. */
  readonly isReadOnly?: boolean;
}

/**
 * How a disk compares names: `exact` as Linux does, `folding` as Windows and macOS do, to which `Pump.rfa` and
 * `pump.rfa`, and an é written as one character or as two, are the same name; `decomposing` as older Macs, which besides
 * store every é as two.
 */
export type NameRule = 'exact' | 'folding' | 'decomposing';

/** The files of a disk by path. A name that is written again in another spelling keeps its first one. */
export function createStoredFiles(rule: NameRule) {
  const files = new Map<string, { readonly path: string; readonly file: StoredFile }>();
  const idOf = (path: string): string => (rule === 'exact' ? path : path.normalize('NFC').toLowerCase());
  const spelled = (path: string): string => (rule === 'decomposing' ? path.normalize('NFD') : path);
  return {
    idOf,
    spelled,
    get: (path: string): StoredFile | undefined => files.get(idOf(path))?.file,
    has: (path: string): boolean => files.has(idOf(path)),
    delete: (path: string): boolean => files.delete(idOf(path)),
    clear: (): void => files.clear(),
    /** Paths as they are spelled on the disk. */
    paths: (): string[] => [...files.values()].map(({ path }) => path),
    set(path: string, file: StoredFile): void {
      files.set(idOf(path), { path: files.get(idOf(path))?.path ?? spelled(path), file });
    },
  };
}
