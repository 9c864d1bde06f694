import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type ServiceClient } from '../../../electron/client/client.ts';
import { createEngine } from '../../../electron/engine/engine.ts';
import { createEnginePorts } from '../../../electron/entry/engine-ports.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { median, type BenchRow, type Measured } from '../bench-row.ts';
import { benchPrograms } from './cad-body.ts';
import { withCountedService } from './counted-service.ts';
import { isOfApi, operationIn, type CountingProxy } from './counting-proxy.ts';
import { openLibrary } from './library-folder.ts';
import type { LibraryShape } from './plan-library.ts';

const limitPerMinute = 60;
const lookups = 5;
const shape: LibraryShape = {
  name: 'waiting-files',
  files: 600,
  totalBytes: 3e6,
  medianBytes: 4_096,
  hotFiles: 100,
  seed: 4,
};

/**
 * A service that allows 60 requests a minute, while 600 files wait to be sent: how often it has to say no, and how soon
 * the lookup of a person goes out. Both share one client, so the engine runs in this process.
 */
export const limitedService: BenchRow = ({ small, folder }) => {
  const library = openLibrary(folder, shape);
  return withCountedService(
    folder,
    library,
    async ({ service, stateDir }, proxy) => {
      const client = createClient({
        contentAddress: proxy.address,
        clientId: service.environment['CADSYNC_CLIENT_ID'] ?? '',
        secrets: {
          clientSecret: async () => service.environment['CADSYNC_CLIENT_SECRET'],
          licenseCode: async () => service.environment['CADSYNC_LICENSE_CODE'],
        },
      });
      const connected = { service: client, serviceId: proxy.address };
      const ports = createEnginePorts(stateDir, { current: () => connected }, () => undefined);
      const engine = createEngine(ports, { watch: false, absenceGraceMs: 0, settings: { quietTimeMs: 200 } });
      try {
        await engine.start();
        await engine.addLibrary({ root: library.root, programs: benchPrograms, contentType: defaultContentType });
        return await measureUnderLimit(proxy, client, small ? 1 : 2);
      } finally {
        await engine.close();
        await client.close();
      }
    },
    { rateLimit: `${limitPerMinute}/min` },
  );
};

async function measureUnderLimit(
  proxy: CountingProxy,
  client: ServiceClient,
  windows: number,
): Promise<readonly Measured[]> {
  const startMs = performance.now();
  await untilSilent(proxy);
  const waitsMs: number[] = [];
  for (let lookup = 0; lookup < lookups; lookup += 1) waitsMs.push(await lookUp(proxy, client));
  // Into a later window, where the uploads go on by themselves.
  await wait(Math.max(0, startMs + windows * 60_000 + 20_000 - performance.now()));
  const asked = proxy.exchanges.filter(isOfApi);
  const refused = asked.filter(({ status }) => status === 429).length;
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
  return [
    {
      what: `429 answers in ${seconds} s under ${limitPerMinute} requests a minute, ${shape.files} uploads waiting`,
      ours: `${refused} of ${asked.length} requests`,
      peer: '',
      target: '0',
    },
    {
      what: "the same, until a person's lookup goes out",
      ours: `${median(waitsMs).toFixed(0)} ms (${waitsMs.map((ms) => ms.toFixed(0)).join(', ')})`,
      peer: '',
      target: '< 1 s',
    },
  ];
}

/** The background has used up its share of the window. */
async function untilSilent(proxy: CountingProxy): Promise<void> {
  for (let before = -1; before < limitPerMinute / 2 || before !== proxy.exchanges.length;) {
    before = proxy.exchanges.length;
    await wait(2_000);
  }
}

/** A product the service does not have: it is the start that counts. */
async function lookUp(proxy: CountingProxy, client: ServiceClient): Promise<number> {
  const seen = proxy.next(({ path }) => operationIn(path) === 'ProductDataGTIN');
  const start = performance.now();
  await Promise.all([
    seen,
    client.call('getProductByGtin', { params: { gtin: '4008190397111' } }).catch(() => undefined),
  ]);
  return (await seen).arrivedMs - start;
}
