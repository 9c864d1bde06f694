import { startCountingProxy, type CountingProxy } from './counting-proxy.ts';
import type { LibraryFolder } from './library-folder.ts';
import { withFreshService, type SyncOrder } from './sync-once.ts';

/**
 * Runs a service on a fresh folder, behind a proxy that counts what is asked of it.
 * @param library is made what it was at the start afterwards
 */
export function withCountedService<T>(
  folder: string,
  library: LibraryFolder,
  work: (order: SyncOrder, proxy: CountingProxy) => Promise<T>,
  options: Parameters<typeof withFreshService>[2],
): Promise<T> {
  return withFreshService(
    folder,
    async ({ service, stateDir }) => {
      const proxy = await startCountingProxy(service.baseUrl);
      const environment = { CADSYNC_BASE_URL: proxy.address, CADSYNC_AUTH_URL: proxy.address };
      try {
        return await work({ root: library.root, stateDir, service, environment }, proxy);
      } finally {
        await proxy.close();
        library.restore();
      }
    },
    options,
  );
}
