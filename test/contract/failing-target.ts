import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskBlobs } from '../../electron/service/blobs/disk-blobs.ts';
import { createService } from '../../electron/service/create-service.ts';
import { openSqliteStore } from '../../electron/service/store/sqlite/open-sqlite-store.ts';
import { requestToken, type Target } from './target.ts';

/** A service that lets callers in and then fails at everything it has to look up or keep. */
export async function openFailingTarget(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-failing-'));
  const store = openSqliteStore(':memory:');
  let isBroken = false;
  const secret = 'contract-secret';
  const service = await createService({
    store: breaking(store, () => isBroken),
    blobs: await createDiskBlobs(folder),
    credentials: breaking({ clientId: 'contract', clientSecret: secret }, () => isBroken),
    licenseCodes: ['LICENSE-0001'],
  });
  const address = await service.listen(0);
  const token = await requestToken(address, 'contract', secret);
  isBroken = true;
  return {
    address,
    token,
    licenseCode: 'LICENSE-0001',
    hasSampleProducts: false,
    async close() {
      await service.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The same thing, of which every use throws once it is broken. */
function breaking<T extends object>(whole: T, isBroken: () => boolean): T {
  return new Proxy(whole, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'object' && value !== null) return breaking(value, isBroken);
      if (isBroken()) throw new Error('The disk at /secret/place is on fire');
      return value;
    },
  });
}
