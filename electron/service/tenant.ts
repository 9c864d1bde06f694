import { uptime } from 'node:os';
import type { ClientCredentials } from './auth/read-client-credentials.ts';
import { createBlobShelf, type BlobShelf } from './blobs/blob-shelf.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import type { ServiceProblem } from './http/send-problem.ts';
import type { ServedTenant } from './served-tenant.ts';
import type { Store } from './store/store.ts';

/** What a tenant works with; store and blobs are opened and closed by the caller. */
export interface TenantOptions {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly credentials: ClientCredentials | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since the computer was started, also those that it slept. */
  readonly steadyMs?: () => number;
  readonly onProblem: (problem: ServiceProblem) => void;
}

/** A tenant whose requests are answered and whose unused bytes are removed, until it is closed. */
export interface Tenant extends ServedTenant {
  readonly shelf: BlobShelf;
  /** Breaks off what runs besides requests, and waits for it: it needs the store. */
  close(): Promise<void>;
}

const collectEveryMs = 3_600_000;
/** Not right at the start, when the clock is not believed yet; but also where the service never runs for an hour. */
const firstCollectMs = 30 * 60_000;

/** Serves one tenant on a store and blobs of its own. */
export function createTenant(options: TenantOptions): Tenant {
  const { store, blobs, credentials, now, steadyMs = () => uptime() * 1_000, onProblem } = options;
  const shelf = createBlobShelf({ blobs, records: store.blobs, now, steadyMs });
  const handlers = createHandlers({ store, blobs, shelf, now, credentials });
  const collector = collectNowAndThen(shelf, onProblem);
  return { handlers, blobs, settled: () => store.settled(), shelf, close: () => collector.close() };
}

function collectNowAndThen(shelf: BlobShelf, onProblem: (problem: ServiceProblem) => void) {
  let running = Promise.resolve();
  const ending = new AbortController();
  const collect = (): void => {
    running = shelf.collectUnused(ending.signal).then(
      () => undefined,
      (cause: unknown) => {
        if (!ending.signal.aborted) onProblem({ instance: 'removing unused bytes', operation: undefined, cause });
      },
    );
  };
  const first = setTimeout(collect, firstCollectMs).unref();
  const further = setInterval(collect, collectEveryMs).unref();
  return {
    async close() {
      ending.abort();
      clearTimeout(first);
      clearInterval(further);
      await running;
    },
  };
}
