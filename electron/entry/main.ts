import { join } from 'node:path';
import { app } from 'electron';
import { createRedactor } from '../client/redactor.ts';
import { claimData, endUnbegun, proveAsPackaged } from '../main/app-life.ts';
import { createDesktopApp } from '../main/desktop-app.ts';
import { listenToDesktop, type Entrances } from '../main/entrances.ts';
import { readLaunch, type Launch } from '../main/launch.ts';
import { openUpdater } from '../main/open-updater.ts';
import { endOnceUp } from '../main/smoke-test.ts';
import { systemClock } from '../platform/clock.ts';
import { flushingEnvironment } from '../platform/flushing-threads.mjs';
import { createLog } from '../platform/log.ts';
import { userSecrets } from './user-secrets.ts';

/** The main process of the desktop app. */
begin().catch(endUnbegun);

async function begin(): Promise<void> {
  const launch = readLaunch(process.argv);
  const dataDir = claimData(launch.dataDir);
  if (dataDir === undefined) return app.quit();
  const entrances = listenToDesktop();
  if (launch.link) entrances.follow(launch.link);
  await app.whenReady();
  proveAsPackaged();
  await run(dataDir, launch, entrances);
}

async function run(dataDir: string, launch: Launch, entrances: Entrances): Promise<void> {
  const redactor = createRedactor();
  const log = createLog({ file: join(dataDir, 'log', 'shell.log'), redact: (text) => redactor.redact(text) });
  const secrets = userSecrets(redactor);
  // An app that cannot be kept new works all the same.
  const updater = await openUpdater().catch((error: unknown) => {
    log.write('warn', 'update-not-found', { error });
    return undefined;
  });
  const onClosed = (): void => log.close();
  const desktop = createDesktopApp({
    dataDir,
    launch,
    engineEnvironment: flushingEnvironment,
    entrances,
    secrets,
    clock: systemClock,
    log: log.write,
    updater,
    onClosed,
  });
  if (launch.isSmokeTest) void endOnceUp(desktop, systemClock);
}
