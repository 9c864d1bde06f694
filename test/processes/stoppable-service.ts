import { onTestFinished } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { ownPort } from '../own-port.ts';
import { serviceAt, serviceSecrets, type RunningService } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A service in the process of the test that can be stopped, and started again where it was. */
export interface StoppableService extends RunningService {
  stop(): Promise<void>;
  /** @param dataDir of another service that answers at its address from now on */
  startAgain(dataDir?: string): Promise<void>;
}

/** @param demo whether it has the products of the demo */
export async function stoppableService({ demo = false } = {}): Promise<StoppableService> {
  const [ownDir, port] = [temporaryFolder(), await ownPort()];
  let running: OpenedService | undefined;
  const start = async (dataDir: string): Promise<OpenedService> =>
    (running = await openService({
      dataDir,
      port,
      credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
      licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
    }));
  const stop = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  onTestFinished(stop);
  const { address, importProducts } = await start(ownDir);
  const { structures, products } = makeDemoCatalogue();
  if (demo) await importProducts(structures, products);
  return { ...serviceAt(address), stop, startAgain: async (dataDir = ownDir) => void (await start(dataDir)) };
}
