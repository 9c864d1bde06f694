import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3Double, type S3Double } from '../../fakes/s3/s3-double.ts';
import { runPostgres, type RunningPostgres } from '../../postgres/run-postgres.ts';
import { requestToken, type Target } from '../../contract/target.ts';
import { ownPort } from '../../own-port.ts';
import { startCadsync, type RunningProcess } from '../processes.ts';
import { runCommand } from '../run-command.ts';

/** A process of the service that answers. */
export interface OfficeProcess {
  readonly process: RunningProcess;
  readonly baseUrl: string;
}

/** A program that may ask, as whoever runs the service gave it out. */
export interface OfficeClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly licenseCode: string;
}

/** A database, a store of files, and as many processes on both as are started. */
export interface OfficeSite {
  readonly postgres: RunningPostgres;
  readonly double: S3Double;
  /** Without the password, as `--database` takes it. */
  readonly database: string;
  /** With every secret that a process needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where files go, as `--files` takes it. */
  readonly files: string;
  serve(port?: number, more?: readonly string[]): Promise<OfficeProcess>;
  addClient(clientId: string, tenant: string, more?: readonly string[]): Promise<OfficeClient>;
  /** A command about the database, which has to succeed. */
  run(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export async function openOfficeSite(): Promise<OfficeSite> {
  const [postgres, double] = await Promise.all([runPostgres(), openS3Double()]);
  const url = new URL(postgres.url);
  const environment = {
    CADSYNC_DATABASE_PASSWORD: url.password,
    CADSYNC_FILES_KEY_ID: double.keys.accessKeyId,
    CADSYNC_FILES_SECRET: double.keys.secretAccessKey,
  };
  url.password = '';
  // Those that are killed leave something there.
  const temporary = await mkdtemp(join(tmpdir(), 'cadsync-office-site-'));
  const started: RunningProcess[] = [];
  let isClosed = false;
  const about = ['--database', url.href];
  const run = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, output, errors } = await runCommand([...args, ...about, '--json'], environment);
    if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}: ${errors}`);
    return output;
  };
  return {
    postgres,
    double,
    database: url.href,
    environment,
    files: double.address,
    async serve(port, more = []) {
      if (isClosed) throw new Error('The site is closed.');
      const args = [
        'serve',
        '--port',
        String(port ?? (await ownPort())),
        ...about,
        '--files',
        double.address,
        '--json',
        ...more,
      ];
      const process = startCadsync(args, { ...environment, TMPDIR: temporary, TEMP: temporary });
      started.push(process);
      const [line] = await process.waitFor(/^\{.*\}$/m);
      const { baseUrl } = JSON.parse(line) as { baseUrl?: string };
      if (baseUrl === undefined) throw new Error(`The service ended with ${await process.ended}: ${process.errors()}`);
      return { process, baseUrl };
    },
    addClient: async (clientId, tenant, more = []) =>
      JSON.parse(await run('client', 'add', clientId, '--tenant', tenant, ...more)) as OfficeClient,
    run,
    async close() {
      isClosed = true;
      for (const process of started) {
        process.kill('SIGKILL');
        await process.ended;
      }
      await double.close();
      await postgres.remove();
      await rm(temporary, { recursive: true });
    },
  };
}

/** The service at an address, as a client asks it. */
export async function targetOf(address: string, client: OfficeClient): Promise<Target> {
  const token = await requestToken(address, client.clientId, client.clientSecret);
  const { licenseCode } = client;
  return { address, token, licenseCode, hasSampleProducts: false, close: async () => undefined };
}
