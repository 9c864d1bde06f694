import { createCommandRouter } from '../channels/command-router.ts';
import { serveCommands } from '../channels/serve-commands.ts';
import { createApplication, type Application } from '../engine/application/application.ts';
import type { HostPorts } from '../engine/application/host-ports.ts';
import type { Log } from '../engine/ports.ts';
import { createMemoryAtRest } from '../platform/memory-at-rest.ts';
import { prepareReading } from '../platform/reading/ask.ts';
import { keepHeapSmall } from '../platform/small-heap.ts';
import { createEnginePorts } from './engine-ports.ts';

/** The application on the real world, started; commands may ask it as a window does. */
export async function openApplication(dataDir: string, host: HostPorts, log: Log): Promise<Application> {
  keepHeapSmall();
  // It stands ready by the time the state is open.
  prepareReading();
  const app = await createApplication(createEnginePorts(dataDir, { current: () => undefined }, log), host);
  const started = Promise.withResolvers<void>();
  const commands = await serveCommands(
    createCommandRouter(app, () => started.promise),
    dataDir,
    log,
  );
  const memory = createMemoryAtRest();
  const stopNoting = app.engine.onStatusChange(memory.noteWork);
  const limitMirror = (): void => host.mirror.limitTo(app.engine.settingsInForce().mirrorMegabytes);
  limitMirror();
  const stopLimiting = app.engine.onStatusChange(limitMirror);
  await app.start();
  started.resolve();
  return {
    ...app,
    async close() {
      stopNoting();
      stopLimiting();
      memory.stop();
      await commands.close();
      await app.close();
    },
  };
}
