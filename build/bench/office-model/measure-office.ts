import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { createDiskBlobs } from '../../../electron/service/blobs/disk-blobs.ts';
import { createService } from '../../../electron/service/create-service.ts';
import type { ServiceServer } from '../../../electron/service/service-server.ts';
import type { Store } from '../../../electron/service/store/store.ts';
import { openPostgresDatabase } from '../../../electron/service/store/postgres/open-postgres-database.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { metadataRecord, type SeedKey } from '../../../test/contract/seed.ts';
import { runPostgres } from '../../../test/postgres/run-postgres.ts';
import { benchProgram } from '../bench-files.ts';
import type { Measured, Usage } from './inputs.ts';

type Inject = ServiceServer['inject'];

const listPath = `/api/v1/MetadataBulk/${benchProgram.applicationName}/${benchProgram.applicationVersion}/true/`;
const license = randomBytes(8).toString('hex');

/** How much is measured. */
interface Effort {
  readonly files: number;
  readonly versionsOfEach: number;
  readonly rounds: number;
}

/**
 * Measures what one request costs on this machine: the service and a real PostgreSQL take turns, so the time of a request
 * that is alone is that of both, and an upper bound of what one core gives. Files are on the disk.
 * @param folder of the benchmark's own
 */
export async function measureOffice(folder: string, effort: Effort): Promise<Measured> {
  const postgres = await runPostgres();
  try {
    const database = await openPostgresDatabase(postgres.url);
    const blobs = await createDiskBlobs(join(folder, 'blobs'));
    const credentials = { clientId: 'bench', clientSecret: randomBytes(16).toString('hex') };
    const store = database.storeOf('bench');
    const service = await createService({ store, blobs, credentials, licenseCodes: [license] });
    try {
      const headers = await authorize(service, credentials);
      const measured = await measureRequests((options) => service.inject(options), headers, effort);
      await addVersions(store, effort.versionsOfEach);
      return { ...measured, recordBytesPerVersion: await recordBytes(postgres.url) };
    } finally {
      await service.close();
      blobs.close();
      await database.close();
    }
  } finally {
    await postgres.remove();
  }
}

async function authorize(
  service: ServiceServer,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<Readonly<Record<string, string>>> {
  const answer = await service.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  });
  return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
}

async function measureRequests(
  inject: Inject,
  headers: Readonly<Record<string, string>>,
  { files, rounds }: Effort,
): Promise<Omit<Measured, 'recordBytesPerVersion'>> {
  const ask: Inject = async (options) => {
    const answer = await inject(options);
    if (answer.statusCode >= 400) throw new Error(`${options.method} was answered with ${answer.statusCode}.`);
    return answer;
  };
  const save = async (file: number): Promise<void> => {
    const content = randomBytes(4_000).toString('base64');
    const blob = await ask({ method: 'POST', url: `/api/v1/Files/${license}`, ...formOf(headers, content) });
    const url = `/api/v1/Metadata/${blob.body}/${license}`;
    const record = { ...metadataRecord(keyOf(file), {}), Category: 'Pumps', Tags: 'a,b', Comments: 'as built' };
    await ask({ method: 'POST', url, headers: { ...headers, ...json }, payload: JSON.stringify([record]) });
  };
  const saveMs = await timeOf(files, save);
  const list = await ask({ method: 'GET', url: listPath, headers });
  const known = { ...headers, 'if-none-match': String(list.headers['etag']) };
  const unchanged = await ask({ method: 'GET', url: listPath, headers: known });
  if (unchanged.statusCode !== 304) throw new Error('A list that is known was sent again.');
  const unchangedListMs = await timeOf(rounds * 10, () => ask({ method: 'GET', url: listPath, headers: known }));
  const listMs = await timeOf(rounds, () => ask({ method: 'GET', url: listPath, headers }));
  const downloadMs = await timeOf(rounds * 10, (index) =>
    ask({ method: 'GET', url: filePath(index % files), headers }),
  );
  const megabyteMs = await timeOfBytes(ask, headers);
  return {
    saveMs,
    megabyteMs,
    unchangedListMs,
    downloadMs,
    listedBytes: list.body.length / files,
    listedVersionMs: Math.max(0, listMs - unchangedListMs) / files,
  };
}

/** Milliseconds of one of so many, one after the other. */
async function timeOf(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (let index = 0; index < count; index += 1) await work(index);
  return (performance.now() - begun) / count;
}

const json = { 'content-type': 'application/json' } as const;

/** Milliseconds of a megabyte that arrives and is kept. Sending one costs less. */
async function timeOfBytes(ask: Inject, headers: Readonly<Record<string, string>>): Promise<number> {
  const megabytes = 16;
  const contents = Array.from({ length: 8 }, () => randomBytes((megabytes * 1e6 * 3) / 4).toString('base64'));
  const upload = (index: number) =>
    ask({ method: 'POST', url: `/api/v1/Files/${license}`, ...formOf(headers, contents[index] ?? '') });
  return (await timeOf(contents.length, upload)) / megabytes;
}

function formOf(headers: Readonly<Record<string, string>>, content: string) {
  const head = 'Content-Disposition: form-data; name="file"; filename="pump.rfa"';
  return {
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=part' },
    payload: ['--part', head, '', content, '--part--', ''].join('\r\n'),
  };
}

function keyOf(file: number): SeedKey {
  const etimClassCode = `EC${String(file + 1).padStart(6, '0')}`;
  const versions = { etimClassCodeVersion: '1', etimModelCodeVersion: '1' };
  return { ...benchProgram, ...versions, etimClassCode, etimModelCode: 'MC000001', type: 'Template' };
}

function filePath(file: number): string {
  const { applicationName, applicationVersion, etimClassCode } = keyOf(file);
  return `/api/v1/Files/${applicationName}/${applicationVersion}/${etimClassCode}/1/MC000001/1/Template`;
}

/** Gives each file as many versions as it has in its life, each with bytes of its own. */
async function addVersions(store: Store, versionsOfEach: number): Promise<void> {
  const filter = { ...benchProgram, languageCode: undefined, changedAfter: undefined, releasesOnly: false };
  for await (const page of store.versions.listNewest(filter)) {
    for (let minor = 2; minor <= versionsOfEach; minor += 1) {
      const version = { major: 0, minor };
      const after = { major: 0, minor: minor - 1 };
      const appended = page.map(async (first) => {
        const sha256 = randomBytes(32).toString('hex') as Sha256;
        const { blobId } = await store.blobs.put({ sha256, sizeBytes: 1 }, first.changedAt);
        return store.versions.append([{ ...first, version, after, blobId }]);
      });
      await Promise.all(appended);
    }
  }
}

async function recordBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // As it is after a while: without what updates left behind.
    await client.query('VACUUM FULL cadsync.histories, cadsync.versions, cadsync.blobs');
    const { rows } = await client.query<{ bytes: string; versions: string }>(
      `SELECT pg_total_relation_size('cadsync.versions') + pg_total_relation_size('cadsync.blobs')
         + pg_total_relation_size('cadsync.histories') AS bytes, (SELECT count(*) FROM cadsync.versions) AS versions`,
    );
    return Number(rows[0]?.bytes) / Number(rows[0]?.versions);
  } finally {
    await client.end();
  }
}

/** What was asked for in the usage that a measurement stands for. */
export function effortFor({ versionsPerFile }: Usage, small: boolean): Effort {
  return { files: small ? 50 : 625, versionsOfEach: small ? 2 : versionsPerFile, rounds: small ? 10 : 100 };
}
