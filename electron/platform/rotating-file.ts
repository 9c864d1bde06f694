import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownNames } from '../privacy/own-names.ts';
import { keepPrivate, openPrivateFolder } from '../privacy/private-files.ts';

/** A file that lines are put behind, and that is put aside when it has grown. */
interface RotatingFile {
  /** Whether the line stands in the file; it is there even if the process ends right after. */
  append(line: string): boolean;
  close(): void;
}

interface RotatingFileOptions {
  readonly rotateAtBytes: number;
  /** At least one. */
  readonly keepFiles: number;
}

/**
 * Opens a file at its first line. Full ones become `path.1`, `path.2` and so on, the oldest goes. Nothing is thrown: a
 * line that could not be written is answered with `false`, and the next one opens the file again. While another program
 * keeps the file from being put aside, it grows on, and is tried again once it has grown as much again.
 */
export function openRotatingFile(path: string, { rotateAtBytes, keepFiles }: RotatingFileOptions): RotatingFile {
  let open: { readonly descriptor: number; size: number } | undefined;
  let fullAtBytes = rotateAtBytes;

  function opened(): { readonly descriptor: number; size: number } {
    if (open) return open;
    // Paths and product names are nobody else's business.
    openPrivateFolder(dirname(path), ownNames.log);
    keepPrivate(path);
    const descriptor = openSync(path, 'a');
    open = { descriptor, size: fstatSync(descriptor).size };
    return open;
  }

  function close(): void {
    if (open) closeSync(open.descriptor);
    open = undefined;
  }

  return {
    append(line) {
      try {
        const bytes = Buffer.from(line);
        let file = opened();
        if (file.size > 0 && file.size + bytes.length > fullAtBytes) {
          close();
          const isPutAside = putAside(path, keepFiles);
          file = opened();
          fullAtBytes = isPutAside ? rotateAtBytes : file.size + rotateAtBytes;
        }
        file.size += writeSync(file.descriptor, bytes);
        return true;
      } catch {
        closeQuietly(close);
        return false;
      }
    },
    close: () => closeQuietly(close),
  };
}

/** @returns whether nothing stands at the path any more */
function putAside(path: string, keepFiles: number): boolean {
  // The others make way only for a file that can be moved: they would go, one with each try, for nothing.
  const movedAside = `${path}.0`;
  if (existsSync(movedAside)) makeWay(path, keepFiles);
  if (!isRenamed(path, movedAside)) return false;
  makeWay(path, keepFiles);
  return true;
}

/** Each file becomes the next one, and takes its place if that one is still there. */
function makeWay(path: string, keepFiles: number): void {
  for (let number = keepFiles - 1; number >= 0; number--) isRenamed(`${path}.${number}`, `${path}.${number + 1}`);
}

/** Not so where there is no such file, or while another program has one of both open. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function closeQuietly(close: () => void): void {
  try {
    close();
  } catch {
    // Nothing is left to be done about a descriptor that cannot even be closed.
  }
}
