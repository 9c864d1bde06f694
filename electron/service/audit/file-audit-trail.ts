import { open, type FileHandle } from 'node:fs/promises';
import { keepPrivate } from '../../privacy/private-files.ts';
import type { AuditTrail } from './audit-trail.ts';

/** A trail that is a file: a line of JSON for each entry, with its time as a date in UTC. */
export interface FileAuditTrail extends AuditTrail {
  /** Closes the file once all entries are in it. */
  close(): Promise<void>;
}

interface Batch {
  text: string;
  readonly written: Promise<void>;
}

/** Opens a trail, or begins one, for this user alone. Entries of the same moment share a flush of the disk. */
export async function openFileAuditTrail(path: string): Promise<FileAuditTrail> {
  keepPrivate(path);
  const file = await open(path, 'a+');
  let last: Promise<unknown> = Promise.resolve();
  // At the opening nobody knows how it ended, and after a failure it ends anyhow.
  let mayBeCutOff = true;
  let gathering: Batch | undefined;

  function begin(): Batch {
    const written = last.then(async () => {
      gathering = undefined;
      if (mayBeCutOff) await endLine(file);
      mayBeCutOff = true;
      await file.appendFile(batch.text);
      mayBeCutOff = false;
      await file.datasync();
    });
    const batch = { text: '', written };
    last = written.catch(() => undefined);
    return batch;
  }

  return {
    note({ at, ...entry }) {
      gathering ??= begin();
      gathering.text += `${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`;
      return gathering.written;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

/** A line that a crash or a full disk cut off stays alone: the next one does not go on behind it. */
async function endLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() !== '\n') await file.appendFile('\n');
}
