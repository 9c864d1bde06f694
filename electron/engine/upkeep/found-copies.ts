import { toAppError } from '../../../shared/errors/app-error.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import { createPacedHash, pauseUnless } from './paced-hash.ts';

/**
 * Reads the copies of which nothing is known but that they are in the folder, as after a library was removed and added
 * again: once each, at a pace, next to the sync. With its hash, and the key of the file at its path, such a copy is one
 * like any other. A failure is written to the log, costs one copy and is tried again the next time.
 */
export function createFoundCopies({
  ports: { clock, log },
  context,
  signal,
}: {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly context: LibraryRecords & KeptCopies & LibraryFolder;
  readonly signal: AbortSignal;
}) {
  const { disk, files, backups, library } = context;
  const pacedHash = createPacedHash(clock, (milliseconds) => pauseUnless(signal, clock, milliseconds));
  let reading: Promise<void> | undefined;

  async function read(copy: BackupCopy): Promise<void> {
    const key = files.get(copy.path)?.key;
    // The file may not have been read yet.
    if (key === undefined || signal.aborted) return;
    const sha256 = await pacedHash(disk, copy.keptAt, () => signal.aborted);
    // A person may have put it back, or deleted it, meanwhile.
    if (sha256 !== undefined && backups.get(copy.keptAt)) backups.note({ ...copy, key, sha256 });
  }

  async function readAll(): Promise<void> {
    for (const copy of backups.found()) {
      await read(copy).catch((error: unknown) =>
        log('warn', 'copies-not-cleared', { library: library.libraryId, code: toAppError(error).code }),
      );
    }
  }

  return {
    readSoon(): void {
      reading ??= readAll().finally(() => (reading = undefined));
    },
    /** Waits for what is under way, once the signal has said that it is over. */
    close: async (): Promise<void> => reading,
  };
}
