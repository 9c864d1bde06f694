import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { createRouter } from '../../electron/channels/router.ts';
import { createRedactor } from '../../electron/client/redactor.ts';
import { createHostPorts } from '../../electron/entry/host-ports.ts';
import { openApplication } from '../../electron/entry/open-application.ts';
import { rememberingSecrets } from '../../electron/entry/remembering-secrets.ts';
import { createSecrets, type GivenSecrets } from '../../electron/platform/secrets.ts';
import { openService, type OpenServiceOptions } from '../../electron/service/open-service.ts';
import { createKeychain } from '../fakes/keychain.ts';
import { ownPort } from '../own-port.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';

interface AppOptions {
  readonly dataDir?: string;
  readonly keychain?: ReturnType<typeof createKeychain>;
  readonly given?: GivenSecrets;
}

/** The window contract on the real application, its secrets in a keychain in memory. */
export async function openApp({ dataDir = temporaryFolder(), keychain = createKeychain(), given }: AppOptions = {}) {
  const redactor = createRedactor();
  const secrets = createSecrets({
    service: 'CAD Library Sync',
    loadKeychain: async () => keychain,
    ...(given ? { given } : {}),
  });
  const host = createHostPorts(dataDir, redactor, () => undefined, {
    host: 'browser',
    productVersion: '0.0.0-test',
    secrets: rememberingSecrets(secrets, redactor),
    shell: {
      open: async () => undefined,
      reveal: async () => undefined,
      chooseFolder: async () => ({ supported: false }),
      chooseSavePlace: async (fileName) => ({ path: join(temporaryFolder(), fileName), fileName, mayReplace: false }),
    },
  });
  const app = await openApplication(dataDir, host, () => undefined);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  const client = createRouterClient(createRouter(app), { context: {} });
  return { app, client, keychain, dataDir, close };
}

export type App = Awaited<ReturnType<typeof openApp>>;

/** The service of a person: it knows their secrets. */
export async function startHome(options: Partial<OpenServiceOptions> = {}) {
  const home = await openService({
    dataDir: temporaryFolder(),
    port: await ownPort(),
    credentials,
    licenseCodes: [licenseCode],
    ...options,
  });
  onTestFinished(() => home.close());
  return home;
}

/** A connection as it is entered, without its client. */
export const addresses = (contentAddress: string, more: { dataAddress?: string; tokenAddress?: string } = {}) => ({
  contentAddress,
  dataAddress: '',
  tokenAddress: '',
  ...more,
});

/** Resolves once something holds that events tell of. */
export async function until(app: App['app'], isSo: () => boolean): Promise<void> {
  const events = app.engine.events.after(app.engine.events.lastId);
  if (isSo()) return;
  for await (const _ of events) if (isSo()) return;
}
