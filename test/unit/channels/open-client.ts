import { basename, join } from 'node:path';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { createRouter, type WindowRouter } from '../../../electron/channels/router.ts';
import type { SecretsPort } from '../../../electron/engine/application/connection-ports.ts';
import { createRedactor } from '../../../electron/client/redactor.ts';
import { createHostPorts } from '../../../electron/entry/host-ports.ts';
import { openApplication } from '../../../electron/entry/open-application.ts';
import { freePlaceIn } from '../../../electron/platform/person-files.ts';
import type { SavedThing, SavingRecord } from '../../../shared/rpc/selection-records.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';
import { temporaryFolder } from '../imports/product-files.ts';

/** The window contract on the real application, on a folder of its own. */
export async function openClient(secrets: SecretsPort = noSecrets, dataDir = temporaryFolder()) {
  const host = createHostPorts(dataDir, createRedactor(), () => undefined, {
    host: 'browser',
    productVersion: '0.0.0-test',
    secrets,
    shell: {
      open: async () => undefined,
      reveal: async () => undefined,
      chooseFolder: async () => ({ supported: false }),
      chooseSavePlace: async (fileName) => {
        const path = await freePlaceIn(join(dataDir, 'saved'), fileName);
        return { path, fileName: basename(path), mayReplace: false };
      },
    },
  });
  const app = await openApplication(dataDir, host, () => undefined);
  onTestFinished(() => app.close());
  const client = createRouterClient(createRouter(app), { context: {} });
  return { app, client, dataDir, saves: (thing: SavedThing) => saveWith(client, thing) };
}

type Client = RouterClient<WindowRouter>;

/** Saves something to a file. @returns how that ended */
async function saveWith(client: Client, thing: SavedThing): Promise<SavingRecord> {
  const { eventId } = await client.snapshot();
  const news = await client.events({ afterId: eventId });
  await client.saving.start(thing);
  for await (const event of news) {
    if (event.kind === 'saving' && event.saving.state !== 'running') return event.saving;
  }
  throw new Error('The events ended first.');
}
