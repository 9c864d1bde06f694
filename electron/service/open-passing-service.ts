import { rm } from 'node:fs/promises';
import { createFixedClients } from './auth/fixed-clients.ts';
import { createDiskBlobs } from './blobs/disk-blobs.ts';
import { createPassedBytes } from './passing/passed-bytes.ts';
import type { InformationParts } from './passing/passed-information.ts';
import { createPassingHandlers } from './passing/passing-handlers.ts';
import { createServiceServer, type ServiceServer, type ServiceServerOptions } from './service-server.ts';

interface PassingServiceOptions extends InformationParts, Pick<ServiceServerOptions, 'onProblem'> {
  readonly licenseCodes: readonly string[];
  /** For files on their way, which are gone when it is opened; one process at a time uses it. */
  readonly passingDir: string;
  /** 0 takes a free port. */
  readonly port: number;
}

/** A service that runs. */
export interface PassingService extends Pick<ServiceServer, 'close'> {
  /** `http://127.0.0.1:port` */
  readonly address: string;
}

/**
 * Serves the interface on the loopback address and has another service do what is asked.
 * @throws AppError `port-in-use`
 */
export async function openPassingService(options: PassingServiceOptions): Promise<PassingService> {
  const { caller, serviceId, passingDir, port, credentials, licenseCodes, ...told } = options;
  // What was on its way when the process last ended was not acknowledged.
  await rm(passingDir, { recursive: true, force: true });
  const blobs = await createDiskBlobs(passingDir);
  const bytes = createPassedBytes(blobs);
  const handlers = createPassingHandlers({ caller, serviceId, bytes, credentials });
  const tenant = { handlers, blobs, settled: async () => undefined };
  const clients = createFixedClients({ credentials, licenseCodes });
  const server = await createServiceServer({ ...told, clients, tenantOf: async () => tenant });
  const close = async (): Promise<void> => {
    await server.close();
    blobs.close();
  };
  try {
    return { address: await server.listen(port), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
