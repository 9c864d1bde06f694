import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService, serveStore } from '../../electron/service/open-service.ts';
import { openSqliteStore } from '../../electron/service/store/sqlite/open-sqlite-store.ts';
import { tokenPath } from '../../shared/api/token.ts';
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
 * The server named by `CONTRACT_TARGET` (with `CADSYNC_CLIENT_ID`, `CADSYNC_CLIENT_SECRET`, `CADSYNC_LICENSE_CODE` and,
 * where tokens are had elsewhere, `CADSYNC_AUTH_URL`), else the embedded service on a folder of its own
 * (`CONTRACT_STORE=memory`: on a store that ends with it).
 */
export async function openTarget(): Promise<Target> {
  const { CONTRACT_TARGET: remote, CADSYNC_AUTH_URL: authUrl } = process.env;
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
    process.env['CONTRACT_STORE'] === 'memory'
      ? await serveStore(openSqliteStore(':memory:'), dataDir, options)
      : await openService({ ...options, dataDir });
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
