import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { toStateError } from '../../shared/errors/state-error.ts';
import { createOpenedNote } from '../privacy/opened-note.ts';

const pieceBytes = 1 << 20;

/**
 * Whether what a database file holds is damaged. Of a read that the system refused SQLite says the same as of damage, so
 * its files are read here to their ends, and SQLite is asked once more, about a copy of what was read. Nobody has the
 * database open meanwhile: to close a file ends the locks which this process has on it.
 * @param isWhole of the copy
 * @throws AppError `state-out-of-reach` where the system refuses to give the files, `disk-full` without room for a copy
 */
export function isProvenDamaged(file: string, isWhole: (copy: string) => boolean): boolean {
  const folder = inWords(tmpdir(), () => mkdtempSync(join(tmpdir(), 'cadsync-damage-')));
  try {
    const copy = join(folder, 'state.db');
    copyDatabase(file, copy);
    return !isWhole(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a database that nobody has open, and what a run that did not end in order left beside it. Every byte is read:
 * a copy that the file system makes by itself may share what cannot be read.
 * @throws AppError `state-out-of-reach`, `disk-full`
 */
export function copyDatabase(file: string, copy: string): void {
  const parts = createOpenedNote(file).logOwner() === 'another' ? [''] : ['', '-wal'];
  for (const companion of parts.filter((one) => existsSync(file + one)))
    copyByReading(file + companion, copy + companion);
}

function copyByReading(file: string, copy: string): void {
  const piece = Buffer.allocUnsafe(pieceBytes);
  withOpen(file, 'r', (source) =>
    withOpen(copy, 'wx', (target) => {
      const sizeBytes = inWords(file, () => fstatSync(source).size);
      for (let at = 0; at < sizeBytes;) {
        const readBytes = inWords(file, () => readSync(source, piece, 0, pieceBytes, at));
        if (readBytes === 0) throw new AppError('state-out-of-reach', { detail: `${file} ends before its end.` });
        inWords(copy, () => writeFileSync(target, piece.subarray(0, readBytes)));
        at += readBytes;
      }
    }),
  );
}

function withOpen(path: string, flags: 'r' | 'wx', work: (descriptor: number) => void): void {
  const descriptor = inWords(path, () => openSync(path, flags, 0o600));
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function inWords<T>(about: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toStateError(thrown, about);
  }
}
