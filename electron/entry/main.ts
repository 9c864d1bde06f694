import { join } from 'node:path';
import { app } from 'electron';
import { createRedactor } from '../client/redactor.ts';
import { claimData, closeBeforeQuit } from '../main/app-life.ts';
import { dataFolderFrom } from '../main/data-folder.ts';
import { createDesktopApp } from '../main/desktop-app.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets.ts';
import { secretsFromEnvironment } from './environment.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** The main process of the desktop app. */
const dataDir = claimData(dataFolderFrom(process.argv));
if (dataDir === undefined) app.quit();
else void app.whenReady().then(() => run(dataDir));

function run(dataDir: string): void {
  const redactor = createRedactor();
  const log = createLog({ file: join(dataDir, 'log', 'shell.log'), redact: (text) => redactor.redact(text) });
  const secrets = rememberingSecrets(
    createSecrets({ service: 'CAD Library Sync', given: secretsFromEnvironment() }),
    redactor,
  );
  const desktop = createDesktopApp({ dataDir, secrets, clock: systemClock, log: log.write });
  closeBeforeQuit(async () => {
    await desktop.close();
    log.close();
  });
}
