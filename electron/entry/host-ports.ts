import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { EmbeddedServicePort, HostPorts } from '../engine/application/host-ports.ts';
import type { SessionAddress } from '../engine/application/connection-ports.ts';
import { createClient } from '../client/client.ts';
import type { ConnectedShell } from '../channels/connect-shell.ts';
import type { Redactor } from '../client/redactor.ts';
import { demoPrograms } from '../demo/demo-programs.ts';
import { systemClock } from '../platform/clock.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';
import type { OpenedService } from '../service/open-service.ts';
import { createFetchedVersions } from '../pictures/fetched-versions.ts';
import { createLooks } from '../pictures/looks.ts';
import { createPictures } from '../pictures/pictures.ts';
import { assertFullPath, lookAtPersonFile, openPersonFile, savePersonFile } from '../platform/person-files.ts';
import { createAddInsPort } from './add-ins-port.ts';
import { createDiagnostics } from './diagnostics.ts';
import { fromEnvironment } from './environment.ts';
import { createProxySignIns } from './proxy-sign-ins.ts';
import { createMirrorPort } from './mirror-port.ts';
import { newSha256 } from './new-sha256.ts';
import { reportProblems } from './report-problems.ts';

/** What files look like, and what is in them. */
function createSights(dataDir: string): Pick<HostPorts, 'pictures' | 'looks'> {
  const looks = createLooks(join(dataDir, 'scenes'));
  const versions = createFetchedVersions(join(dataDir, 'versions'));
  return {
    pictures: createPictures(join(dataDir, 'pictures'), looks),
    looks: { ...looks, fetched: (...version) => versions.placeOf(...version) },
  };
}

/**
 * Everything of a host that does not depend on which one it is. The embedded service and what imports products is loaded
 * when it is first needed: an engine that works with a service elsewhere never holds it in memory.
 */
export function createHostPorts(
  dataDir: string,
  redactor: Redactor,
  log: WriteLog,
  own: Pick<HostPorts, 'host' | 'secrets' | 'shell' | 'productVersion'> & Partial<Pick<ConnectedShell, 'resolveProxy'>>,
): HostPorts {
  const proxies = createProxySignIns(own.secrets, redactor);
  const demoFolder = join(dataDir, 'demo library');
  const { resolveProxy = async () => 'DIRECT', ...given } = own;
  const proxyPort = { ...proxies, resolve: resolveProxy };
  return {
    ...given,
    platform: process.platform,
    openSession: (address) =>
      createClient({
        ...address,
        redactor,
        clock: { steadyMs: systemClock.steadyMs },
        proxies: proxyPort,
      }),
    proxies,
    mirror: createMirrorPort(dataDir),
    ...createSights(dataDir),
    newHash: newSha256,
    addIns: createAddInsPort(dataDir, log),
    diagnostics: createDiagnostics({
      host: own.host,
      productVersion: own.productVersion,
      stateDir: dataDir,
      engine: 'runs',
      redact: (text) => redactor.redact(text),
      proxies: proxyPort,
    }),
    files: { open: openPersonFile, save: savePersonFile, look: lookAtPersonFile },
    embedded: createEmbeddedService(join(dataDir, 'service'), redactor, log),
    demo: {
      folder: demoFolder,
      programs: demoPrograms,
      async write() {
        const { writeDemoLibrary } = await import('../demo/write-demo-library.ts');
        await writeDemoLibrary(demoFolder, savePersonFile);
      },
    },
  };
}

/**
 * The embedded service, started when it is first needed. Its credentials come from the environment, for add-ins that
 * are pointed at it; else they are new at every start and leave no trace.
 */
function createEmbeddedService(dataDir: string, redactor: Redactor, log: WriteLog): EmbeddedServicePort {
  let running: Promise<OpenedEmbedded> | undefined;

  const start = (): NonNullable<typeof running> => {
    running ??= openEmbedded(dataDir, redactor, log).catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };

  return {
    start: async () => (await start()).address,
    programs: async () => (await start()).service.programs(),
    async loadDemoProducts() {
      const { service } = await start();
      const { makeDemoCatalogue } = await import('../demo/catalogue.ts');
      const { structures, products } = makeDemoCatalogue();
      await service.importProducts(structures, products);
    },
    async searchProducts(...asked) {
      return (await start()).service.searchProducts(...asked);
    },
    searchClasses: async (asked) => (await start()).service.searchClasses(asked),
    async prepareImport(paths, languageCode) {
      paths.forEach(assertFullPath);
      const { detectProductFiles, importProductFiles } = await import('./import-product-files.ts');
      const files = await detectProductFiles(paths);
      const { service } = await start();
      return {
        files: files.map(({ path }) => basename(path)),
        run: (signal, onProgress) => importProductFiles(service.imports, files, { languageCode, signal }, onProgress),
      };
    },
    async close() {
      await (await running)?.service.close();
      running = undefined;
    },
  };
}

interface OpenedEmbedded {
  readonly service: OpenedService;
  readonly address: SessionAddress;
}

async function openEmbedded(dataDir: string, redactor: Redactor, log: WriteLog): Promise<OpenedEmbedded> {
  const { openService } = await import('../service/open-service.ts');
  const clientId = fromEnvironment('clientId') ?? 'cad-library-sync';
  const clientSecret = redactor.remember(fromEnvironment('clientSecret') ?? randomBytes(24).toString('base64url'));
  const licenseCode = redactor.remember(fromEnvironment('licenseCode') ?? randomBytes(24).toString('hex'));
  const service = await openService({
    dataDir,
    port: 0,
    credentials: { clientId, clientSecret },
    licenseCodes: [licenseCode],
    onProblem: reportProblems(log),
  });
  const secrets = { clientSecret: async () => clientSecret, licenseCode: async () => licenseCode };
  return { service, address: { contentAddress: service.address, clientId, secrets } };
}
