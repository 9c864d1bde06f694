import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownNames } from '../privacy/own-names.ts';
import { keepPrivate, openPrivateFolder } from '../privacy/private-files.ts';

/** A file that lines are put behind, and that is put aside when it has grown. */
export interface RotatingFile {
  /** Whether the line stands in the file; it is there even if the process ends right after. */
  append(line: string): boolean;
  close(): void;
}

interface RotatingFileOptions {
  readonly rotateAtBytes: number;
  readonly keepFiles: number;
}

/**
 * Opens a file at its first line. Full ones become `path.1`, `path.2` and so on, the oldest goes. Nothing is thrown: a
 * line that could not be written is answered with `false`, and the next one opens the file again.
 */
export function openRotatingFile(path: string, { rotateAtBytes, keepFiles }: RotatingFileOptions): RotatingFile {
  let open: { readonly descriptor: number; size: number } | undefined;

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
        if (file.size > 0 && file.size + bytes.length > rotateAtBytes) {
          close();
          putAside(path, keepFiles);
          file = opened();
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

function putAside(path: string, keepFiles: number): void {
  rmSync(keepFiles > 0 ? `${path}.${keepFiles}` : path, { force: true });
  for (let number = keepFiles - 1; number >= 0; number--) {
    try {
      renameSync(number === 0 ? path : `${path}.${number}`, `${path}.${number + 1}`);
    } catch {
      // There are fewer than may be kept; or another program reads one, and the log goes on in the file it has.
    }
  }
}

function closeQuietly(close: () => void): void {
  try {
    close();
  } catch {
    // Nothing is left to be done about a descriptor that cannot even be closed.
  }
}
