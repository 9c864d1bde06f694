import { join } from 'node:path';
import { startScript } from '../../../test/processes/processes.ts';
import type { PeerRun } from './peers.ts';
import { cpuSecondsOf } from './process-cost.ts';
import { isInstalled, timeCommand } from './timed-command.ts';

interface RcloneRemote {
  /** The address of the server, which a proxy may stand before. */
  readonly address: string;
  /** Makes the remote equal to a folder, through another address where one is given. */
  push(root: string, flags: readonly string[], address?: string): Promise<PeerRun>;
  /** Makes a folder equal to the remote, and has the system bring to the disk what rclone leaves to it, where `flushes`. */
  pull(root: string, flags: readonly string[]): Promise<PeerRun>;
  /** Whether this system has a command for that. */
  readonly flushes: boolean;
  close(): Promise<void>;
}

/** As fast as rclone goes without missing a change: no look at what was just sent, one listing, sums in place of dates. */
export const rcloneAtItsBest = ['--transfers=16', '--checkers=16', '--fast-list', '--checksum', '--s3-no-head'];

/** Its own 4 transfers and its look at every object it has sent. */
export const rcloneByDefault = ['--checksum'];

const remote = 'bench:bench';

/** rclone to an S3 server that is as durable as our service; `undefined` where rclone is not installed. */
export async function startRclone(folder: string): Promise<RcloneRemote | undefined> {
  if (!isInstalled('rclone', 'version')) return undefined;
  const server = startScript('build/bench/sync/s3-server.ts', [join(folder, `s3-${Date.now().toString(36)}`)]);
  const [address] = await server.waitFor(/http:\S+/);
  const sync = async (from: string, to: string, flags: readonly string[], through = address): Promise<PeerRun> => {
    const before = cpuSecondsOf(server.pid);
    const cost = await timeCommand('rclone', ['sync', from, to, ...flags], settingsFor(through));
    return { ...cost, serviceCpuSeconds: cpuSecondsOf(server.pid) - before };
  };
  const flushes = isInstalled('sync', '--version');
  return {
    address,
    flushes,
    push: (root, flags, through) => sync(root, remote, flags, through),
    async pull(root, flags) {
      const pulled = await sync(remote, root, flags);
      if (!flushes) return pulled;
      const flushed = await timeCommand('sync', ['-f', root]);
      return {
        wallSeconds: pulled.wallSeconds + flushed.wallSeconds,
        cpuSeconds: pulled.cpuSeconds + flushed.cpuSeconds,
        serviceCpuSeconds: pulled.serviceCpuSeconds,
      };
    },
    async close() {
      server.kill();
      await server.ended;
    },
  };
}

/** No configuration of whoever runs the benchmark may have a say. */
function settingsFor(address: string): NodeJS.ProcessEnv {
  return {
    AWS_CA_BUNDLE: undefined,
    RCLONE_CONFIG: process.platform === 'win32' ? 'NUL' : '/dev/null',
    RCLONE_CONFIG_BENCH_TYPE: 's3',
    RCLONE_CONFIG_BENCH_PROVIDER: 'Other',
    RCLONE_CONFIG_BENCH_ENDPOINT: address,
    RCLONE_CONFIG_BENCH_ACCESS_KEY_ID: 'bench',
    RCLONE_CONFIG_BENCH_SECRET_ACCESS_KEY: 'bench',
    RCLONE_S3_LIST_VERSION: '2',
    RCLONE_S3_NO_CHECK_BUCKET: 'true',
  };
}
