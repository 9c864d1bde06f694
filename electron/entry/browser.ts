import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { describeError, toAppError } from '../../shared/errors/app-error.ts';
import { createRouter } from '../channels/router.ts';
import { serveWindow } from '../channels/serve-window.ts';
import { createRedactor } from '../client/redactor.ts';
import { createLog } from '../platform/log.ts';
import type { ChosenPlace } from '../engine/state/saving-errands.ts';
import { freePlaceIn } from '../platform/person-files.ts';
import { createHostPorts } from './host-ports.ts';
import { openApplication } from './open-application.ts';
import { openInBrowser } from './open-in-browser.ts';
import { productVersion } from './product-version.ts';
import { openWithSystem, revealWithSystem } from './system-opener.ts';
import { userSecrets } from './user-secrets.ts';
import { listenForInterrupt, type Interrupt } from './commands/listen-for-interrupt.ts';

interface BrowserOptions {
  readonly port: number;
  readonly dataDir: string;
  /** Where the built window lies. */
  readonly pagesDir: string;
  /** Whether the address is opened in the person's browser. */
  readonly open: boolean;
}

/**
 * The app in a browser instead of a desktop window: the same engine, the same window, on a loopback address.
 * What it cannot run for, such as a port in use or a state that cannot be read, it says in words.
 * @throws what is a defect
 */
export async function runInBrowser(options: BrowserOptions): Promise<void> {
  const interrupt = listenForInterrupt();
  try {
    await runUntil(interrupt, options);
  } catch (thrown) {
    const error = toAppError(thrown);
    // A defect is shown with its trace.
    if (error.code === 'unexpected-failure') throw thrown;
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  } finally {
    interrupt.stop();
  }
}

async function runUntil(interrupt: Interrupt, { port, dataDir, pagesDir, open }: BrowserOptions): Promise<void> {
  const redactor = createRedactor();
  const secrets = userSecrets(redactor);
  const log = createLog({ file: join(dataDir, 'log', 'app.log'), redact: (line) => redactor.redact(line) });
  const shell = {
    open: openWithSystem,
    reveal: revealWithSystem,
    chooseFolder: async () => ({ supported: false }),
    chooseSavePlace: placeForDownload,
  };
  const host = createHostPorts(dataDir, redactor, log.write, {
    host: 'browser',
    secrets,
    shell,
    productVersion: productVersion(),
  });
  const app = await openApplication(dataDir, host, log.write);
  try {
    const window = await serveWindow({
      router: createRouter(app),
      takeFile: app.engine.additions.add,
      pagesDir,
      port,
    });
    process.stdout.write(`Ready: ${window.address}\n`);
    const over = Promise.race([window.opened, interrupt.asked]);
    const opening = open ? openInBrowser(window.address, over).catch(sayNotOpened) : undefined;
    await interrupt.asked;
    await opening;
    await window.close();
  } finally {
    await app.close();
    log.close();
  }
}

/** Where browsers save too: on this computer, under a name that is free. */
async function placeForDownload(suggestedName: string): Promise<ChosenPlace> {
  const path = await freePlaceIn(join(homedir(), 'Downloads'), suggestedName);
  return { path, fileName: basename(path), mayReplace: false };
}

function sayNotOpened(): void {
  process.stdout.write('No browser could be opened: open the address above.\n');
}
