import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A socket of the file system has a name of at most about a hundred bytes. */
const longestSocketName = 100;

/** One folder for all sessions of a user: that of TMPDIR is another one for cron, `sudo` or an agent of the system. */
const folderOfAllSessions = '/tmp';

/**
 * Where the engine of a state folder answers commands: a socket of the file system, or a pipe of Windows. The same for
 * all names of one folder: through links, and on Windows in any case of its letters.
 */
export function commandAddressOf(folder: string): string {
  const stateDir = realFolder(folder);
  const name = `cadsync-${createHash('sha256').update(stateDir).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inState = join(stateDir, 'commands.sock');
  return Buffer.byteLength(inState) <= longestSocketName ? inState : join(folderOfAllSessions, `${name}.sock`);
}

function realFolder(folder: string): string {
  const real = withoutLinks(folder);
  return process.platform === 'win32' ? real.toLowerCase() : real;
}

function withoutLinks(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Where it is not, no engine runs.
    return resolve(folder);
  }
}

export function isPipe(address: string): boolean {
  return address.startsWith('\\\\.\\pipe\\');
}

/** What is asked or answered at once is at most this long. */
const longestMessageBytes = 64 << 20;

/** @throws RangeError when it is longer than a message may be */
export async function readMessage(from: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of from) {
    sizeBytes += chunk.length;
    if (sizeBytes > longestMessageBytes) throw new RangeError('The message is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
