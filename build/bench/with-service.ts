import { startService, type ServiceProcess } from '../../test/processes/service-process.ts';

/** Lends the service of a data folder, in a process of its own. */
export async function withService<T>(
  dataDir: string,
  work: (service: ServiceProcess) => Promise<T>,
  options: Parameters<typeof startService>[1] = {},
): Promise<T> {
  const service = await startService(dataDir, options);
  try {
    return await work(service);
  } finally {
    service.process.kill();
    await service.process.ended;
  }
}
