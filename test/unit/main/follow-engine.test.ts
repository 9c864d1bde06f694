import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessagePortMain } from 'electron';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRouter } from '../../../electron/channels/router.ts';
import { createPortServer } from '../../../electron/channels/serve-ports.ts';
import { followEngine } from '../../../electron/main/follow-engine.ts';
import type { ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import { eventually } from '../../eventually.ts';
import { MessageChannelMain } from '../../fakes/electron/electron.ts';
import { openClient } from '../channels/open-client.ts';
import { createHandClock } from './hand-clock.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

/** What the desktop hears of imports, from an engine in this process. */
async function follow() {
  const { app, client, dataDir } = await openClient();
  const ports = createPortServer(createRouter(app));
  const heard: (ProductImportRecord | undefined)[] = [];
  const status = vi.fn();
  const connect = (_windowId: number, give: (port: MessagePortMain) => void): void => {
    const { port1, port2 } = new MessageChannelMain();
    ports.serve(port2);
    give(port1);
  };
  const followed = followEngine({ connect }, createHandClock(), {
    status,
    productImport: (now) => void heard.push(now),
    activity: () => undefined,
  });
  onTestFinished(() => followed.stop());
  await eventually(() => expect(status).toHaveBeenCalled());
  return { client, dataDir, heard, endConnection: () => ports.close() };
}

it('The desktop hears of an import of product data as long as it is under way, and not of one that it cannot know of', async () => {
  const { client, dataDir, heard, endConnection } = await follow();
  expect(heard).toEqual([undefined]);
  await client.demo.start();
  const file = join(dataDir, 'nothing.json');
  writeFileSync(file, '{}');
  await client.imports.start({ paths: [file], languageCode: 'en' });
  await eventually(() => expect(heard.at(-1)?.state).toBe('ended'));
  expect(heard[1]?.state).toBe('running');
  endConnection();
  await eventually(() => expect(heard.at(-1)).toBeUndefined());
});
