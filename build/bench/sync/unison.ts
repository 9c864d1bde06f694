import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownPort } from '../../../test/own-port.ts';
import { cpuSecondsOf } from './process-cost.ts';
import type { Peer } from './peers.ts';
import { isInstalled, timeCommand } from './timed-command.ts';

/** Asks nothing, leaves our own folder out, and takes an emptied folder for what it is. */
const options = ['-ui', 'text', '-batch', '-auto', '-silent', '-confirmbigdel=false', '-ignore', 'Path .cadlibrary'];

/** Unison to a server of its own over a socket; `undefined` where it is not installed. It does not wait for the disk. */
export async function startUnison(folder: string): Promise<Peer | undefined> {
  if (!isInstalled('unison', '-version')) return undefined;
  const own = join(folder, `unison-${Date.now().toString(36)}`);
  const target = join(own, 'replica');
  const environment = { UNISON: join(own, 'archives') };
  for (const path of [target, environment.UNISON]) mkdirSync(path, { recursive: true });
  const port = await ownPort();
  const server = spawn('unison', ['-socket', String(port), '-listen', '127.0.0.1'], {
    env: { ...process.env, ...environment },
  });
  await Promise.race([once(server.stdout, 'data'), once(server.stderr, 'data'), once(server, 'close')]);
  const pid = server.pid ?? -1;
  return {
    label: 'Unison',
    async push(root) {
      const before = cpuSecondsOf(pid);
      const cost = await timeCommand('unison', [root, `socket://127.0.0.1:${port}/${target}`, ...options], environment);
      return { ...cost, serviceCpuSeconds: cpuSecondsOf(pid) - before };
    },
    async close() {
      const ended = server.exitCode === null ? once(server, 'close') : undefined;
      server.kill();
      await ended;
    },
  };
}
