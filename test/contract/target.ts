import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../electron/client/client.ts';
import { systemClock as clientClock } from '../../electron/client/clock.ts';
import { createGateway } from '../../electron/gateway/gateway.ts';
import { openOutbox } from '../../electron/gateway/outbox/outbox.ts';
import { createReplay } from '../../electron/gateway/outbox/replay.ts';
import { createWritingGateways } from '../../electron/gateway/outbox/writing-gateway.ts';
import { systemClock } from '../../electron/platform/clock.ts';
import { openPassingService } from '../../electron/service/open-passing-service.ts';
import { openS3Store } from '../../electron/service/blobs/s3-blobs.ts';
import { readS3Address } from '../../electron/service/blobs/s3/s3-address.ts';
import { openService, serveStore, type OpenedService } from '../../electron/service/open-service.ts';
import { tokenPath } from '../../shared/api/token.ts';
import { openS3Double } from '../fakes/s3/s3-double.ts';
import { openTestStore } from '../unit/service/open-test-store.ts';
import { otherPump, pump, pumpStructure } from './sample-products.ts';

/** A server that the contract suite speaks to, over HTTP. */
export interface Target {
  /** Without a slash at the end. */
  readonly address: string;
  readonly token: string;
  readonly licenseCode: string;
  /** Whether the products of `sample-products.ts` are there. */
  readonly hasSampleProducts: boolean;
  close(): Promise<void>;
}

/** The secret of the embedded service, which must not come back in an answer. */
export const embeddedClientSecret = 'contract-secret';

/**
 * With `CONTRACT_VIA=add-ins` add-ins are served: everything goes through the gateway to the embedded service. Else the
 * server named by `CONTRACT_TARGET` (with `CADSYNC_CLIENT_ID`, `CADSYNC_CLIENT_SECRET`, `CADSYNC_LICENSE_CODE` and,
 * where tokens are had elsewhere, `CADSYNC_AUTH_URL`), else the embedded service on a folder of its own
 * (`CONTRACT_STORE=memory`: on a store that ends with it; `postgres`: on a tenant of its own in the run's database;
 * both with their files in a double of S3).
 */
export async function openTarget(): Promise<Target> {
  const { CONTRACT_TARGET: remote, CADSYNC_AUTH_URL: authUrl } = process.env;
  if (process.env['CONTRACT_VIA'] === 'add-ins') return openAddInTarget(await openEmbedded());
  if (!remote) return openEmbedded();
  const address = remote.replace(/\/+$/, '');
  const [clientId, clientSecret] = [required('CADSYNC_CLIENT_ID'), required('CADSYNC_CLIENT_SECRET')];
  return {
    address,
    token: await requestToken(authUrl ?? address, clientId, clientSecret),
    licenseCode: required('CADSYNC_LICENSE_CODE'),
    hasSampleProducts: false,
    close: async () => undefined,
  };
}

async function openEmbedded(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadsync-contract-'));
  const credentials = { clientId: 'contract', clientSecret: embeddedClientSecret };
  const licenseCode = 'LICENSE-0001';
  const options = { port: 0, credentials, licenseCodes: [licenseCode] };
  const service =
    process.env['CONTRACT_STORE'] === undefined
      ? await openService({ ...options, dataDir })
      : await openOnObjects(dataDir, options);
  await service.importProducts([pumpStructure], [pump, otherPump]);
  return {
    address: service.address,
    token: await requestToken(service.address, credentials.clientId, credentials.clientSecret),
    licenseCode,
    hasSampleProducts: true,
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function openOnObjects(
  folder: string,
  options: Omit<Parameters<typeof openService>[0], 'dataDir'>,
): Promise<OpenedService> {
  const { address, keys, close } = await openS3Double();
  const files = openS3Store({ address: readS3Address(address), keys, arrivingDir: join(folder, 'arriving') });
  const service = await serveStore(await openTestStore(), files.blobsOf('own'), options);
  return {
    ...service,
    async close() {
      await service.close();
      files.close();
      await close();
    },
  };
}

/** Who asks there has other credentials than the app, which asks the service. */
async function openAddInTarget(behind: Target): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-add-ins-'));
  const client = createClient({
    contentAddress: behind.address,
    clientId: 'contract',
    secrets: { clientSecret: async () => embeddedClientSecret, licenseCode: async () => behind.licenseCode },
  });
  const outbox = openOutbox(folder);
  const views = createGateway({ remote: client, mirror: undefined, clock: clientClock });
  const writing = {
    outbox,
    connected: () => ({ serviceId: behind.address, views, remote: client }),
    reach: { mayTry: () => true, nextTryMs: () => 0, noteSuccess: () => undefined, noteFailure: () => false },
    tell: () => undefined,
  };
  const replay = createReplay({ ...writing, clock: systemClock });
  const credentials = { clientId: 'add-in', clientSecret: 'add-in-secret' };
  const service = await openPassingService({
    caller: createWritingGateways({ ...writing, replay, now: systemClock.now })('addIn'),
    serviceId: () => behind.address,
    passingDir: join(folder, 'passing'),
    port: 0,
    credentials,
    licenseCodes: ['LICENSE-OF-ADD-IN'],
  });
  return {
    address: service.address,
    token: await requestToken(service.address, credentials.clientId, credentials.clientSecret),
    licenseCode: 'LICENSE-OF-ADD-IN',
    hasSampleProducts: behind.hasSampleProducts,
    async close() {
      await service.close();
      await replay.close();
      outbox.close();
      await client.close();
      await behind.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function requestToken(authUrl: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(authUrl.replace(/\/+$/, '') + tokenPath, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status}.`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} has to be set for a contract target.`);
  return value;
}
