import { serveStatus } from '../channels/status-channel.ts';
import { createApplication, type Application } from '../engine/application/application.ts';
import type { HostPorts } from '../engine/application/host-ports.ts';
import type { Log } from '../engine/ports.ts';
import { createMemoryAtRest } from '../platform/memory-at-rest.ts';
import { createEnginePorts } from './engine-ports.ts';

/** The application on the real world, started; the command line may ask it how things stand. */
export async function openApplication(dataDir: string, host: HostPorts, log: Log): Promise<Application> {
  const app = await createApplication(createEnginePorts(dataDir, { current: () => undefined }, log), host);
  const status = await serveStatus(app.engine.statusReader, dataDir, log);
  const memory = createMemoryAtRest();
  const stopNoting = app.engine.onStatusChange(memory.noteWork);
  await app.start();
  return {
    ...app,
    async close() {
      stopNoting();
      memory.stop();
      await status.close();
      await app.close();
    },
  };
}
