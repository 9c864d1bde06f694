import { openPostgresDatabase } from '../../../electron/service/store/postgres/open-postgres-database.ts';
import type { Store } from '../../../electron/service/store/store.ts';
import {
  openOfficeSite,
  type OfficeClient,
  type OfficeProcess,
  type OfficeSite,
} from '../../../test/processes/office/office-site.ts';
import { serviceSecrets, type ServiceProcess } from '../../../test/processes/service-process.ts';
import { requestToken, type Target } from '../../../test/contract/target.ts';
import { median, type Measured } from '../bench-row.ts';

const tenant = 'bench';

/** How many processes are compared. */
const processCounts = [1, 2, 4] as const;

/** An office for a benchmark: PostgreSQL, a store of files, a client and processes. */
interface BenchOffice {
  readonly processes: readonly OfficeProcess[];
  readonly token: string;
  readonly licenseCode: string;
}

/**
 * Lends an office.
 * @param fill puts what is measured into the tenant's store
 */
export async function withOffice<T>(
  fill: (store: Store) => Promise<void>,
  work: (office: BenchOffice) => Promise<T>,
): Promise<T> {
  const site = await openOfficeSite();
  try {
    const client = await site.addClient('bench', tenant);
    await fillTenant(site, fill);
    const processes: OfficeProcess[] = [];
    while (processes.length < Math.max(...processCounts)) processes.push(await site.serve());
    return await work({ processes, ...(await accessOf(processes, client)) });
  } finally {
    await site.close();
  }
}

async function fillTenant({ postgres }: OfficeSite, fill: (store: Store) => Promise<void>): Promise<void> {
  const database = await openPostgresDatabase(postgres.url);
  try {
    await fill(database.storeOf(tenant));
  } finally {
    await database.close();
  }
}

async function accessOf([first]: readonly OfficeProcess[], { clientId, clientSecret, licenseCode }: OfficeClient) {
  return { token: await requestToken(first?.baseUrl ?? '', clientId, clientSecret), licenseCode };
}

/** What is asked, at the same service behind several addresses. */
export type SharedTarget = Pick<Target, 'token' | 'licenseCode'> & { readonly addresses: readonly string[] };

/**
 * Measures a rate at the embedded service and at 1, 2 and 4 processes, in turn, so that what else the machine does meets
 * all of them.
 */
export async function compareProcesses(
  { what, runs }: { readonly what: string; readonly runs: number },
  { embedded, office }: { readonly embedded: ServiceProcess; readonly office: BenchOffice },
  measure: (target: SharedTarget) => Promise<number>,
): Promise<readonly Measured[]> {
  const own = {
    token: await embedded.getToken(),
    licenseCode: serviceSecrets.CADSYNC_LICENSE_CODE,
    addresses: [embedded.baseUrl],
  };
  const addresses = office.processes.map(({ baseUrl }) => baseUrl);
  const shared = processCounts.map((count) => ({ ...office, addresses: addresses.slice(0, count) }));
  const targets: readonly SharedTarget[] = [own, ...shared];
  const rates = targets.map((): number[] => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [place, target] of targets.entries()) rates[place]?.push(await measure(target));
  }
  const [peer = Number.NaN, ...ours] = rates.map(median);
  return processCounts.map((count, place) => ({
    what: `${what}, ${count === 1 ? '1 process' : `${count} processes`}`,
    ours: `${Math.round(ours[place] ?? Number.NaN)}/s`,
    peer: `${Math.round(peer)}/s embedded`,
    target: '',
  }));
}
