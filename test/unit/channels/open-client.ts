import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { createRouter } from '../../../electron/channels/router.ts';
import { createRedactor } from '../../../electron/client/redactor.ts';
import { createHostPorts } from '../../../electron/entry/host-ports.ts';
import { openApplication } from '../../../electron/entry/open-application.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';
import { temporaryFolder } from '../imports/product-files.ts';

/** The window contract on the real application, on a folder of its own. */
export async function openClient() {
  const dataDir = temporaryFolder();
  const host = createHostPorts(dataDir, createRedactor(), () => undefined, {
    host: 'browser',
    productVersion: '0.0.0-test',
    secrets: noSecrets,
    shell: {
      open: async () => undefined,
      reveal: async () => undefined,
      chooseFolder: async () => ({ supported: false }),
    },
  });
  const app = await openApplication(dataDir, host, () => undefined);
  onTestFinished(() => app.close());
  return { app, client: createRouterClient(createRouter(app), { context: {} }), dataDir };
}
