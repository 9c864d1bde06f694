import { fstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { onTestFinished, vi } from 'vitest';

const outsideOf = ({ dev, ino, size }: Stats): string => `${dev} ${ino} ${size}`;

/** What was flushed to the disk since, by handles of `node:fs/promises` in this thread. Ends with the test. */
export interface Flushes {
  /** Whether a file was flushed with as many bytes as it has now, under whatever name. */
  hasBytesOf(path: string): boolean;
  /** Whether a folder was flushed with this name in it; Windows flushes no folders, so there every name counts. */
  hasNameOf(path: string): boolean;
}

/** @param folders whose names are asked about */
export async function watchFlushing(...folders: readonly string[]): Promise<Flushes> {
  const handle = await open(process.execPath);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const files = new Set<string>();
  const names = new Map<string, readonly string[]>();
  const note = (stats: Stats): void => {
    if (!stats.isDirectory()) return void files.add(outsideOf(stats));
    const isSame = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.ino === stats.ino;
    for (const folder of folders.filter(isSame)) names.set(folder, readdirSync(folder));
  };
  for (const method of ['sync', 'datasync'] as const) {
    const flush = handles[method];
    const spied = vi.spyOn(handles, method).mockImplementation(async function (this: FileHandle) {
      await flush.call(this);
      note(fstatSync(this.fd));
    });
    onTestFinished(() => spied.mockRestore());
  }
  return {
    hasBytesOf: (path) => files.has(outsideOf(statSync(path))),
    hasNameOf: (path) => process.platform === 'win32' || names.get(dirname(path))?.includes(basename(path)) === true,
  };
}
