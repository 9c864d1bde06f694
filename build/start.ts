import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applicationDataDir } from '../electron/entry/application-data-dir.ts';
import type * as browserEntry from '../electron/entry/browser.ts';
import { buildCadsync } from './build-cadsync.ts';
import { buildWindow } from './build-window.ts';
import { cadsyncBundle, keepBundle } from './cadsync-bundle.mjs';
import { findElectron } from './find-electron.ts';
import { runInElectron } from './run-in-electron.ts';

/** `npm start`: builds what is not built yet and opens the app, in a desktop window where that can be. */

const usage = `Usage: npm start -- [--browser] [--no-open] [--port NUMBER] [--data DIR]

  --browser      use a browser instead of a desktop window
  --no-open      print the address and open nothing
  --port NUMBER  port of the loopback address (browser only); 0 picks one
  --data DIR     folder for everything the app keeps
`;

type Browser = typeof browserEntry;

interface StartOptions {
  readonly browser: boolean;
  readonly open: boolean;
  readonly port: number;
  readonly dataDir: string;
}

function readOptions(args: string[]): StartOptions | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        browser: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) throw new Error(`--port ${values.port} is no port number.`);
    if (values.help) {
      process.stdout.write(usage);
      return undefined;
    }
    return { browser: values.browser, open: !values['no-open'], port, dataDir: values.data ?? applicationDataDir() };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 64;
    return undefined;
  }
}

async function start(options: StartOptions): Promise<void> {
  await buildWindow();
  if (!options.browser) {
    const reason = await startDesktop(options.dataDir);
    if (reason === undefined) return;
    process.stdout.write(`${reason} The app opens in your browser instead.\n`);
  }
  const { port, dataDir, open } = options;
  const browser = await loadBrowser();
  await browser.runInBrowser({ port, dataDir, open, pagesDir: join(import.meta.dirname, '..', 'dist', 'renderer') });
}

/** The app in a browser: as a bundle it starts in half the time. Where none can be made, the sources run as they are. */
async function loadBrowser(): Promise<Browser> {
  await buildCadsync().catch(() => undefined);
  const { folder, browser, isThere } = cadsyncBundle();
  if (isThere) keepBundle(folder);
  return import(isThere ? pathToFileURL(browser).href : '../electron/entry/browser.ts') as Promise<Browser>;
}

/** Runs the desktop app to its end. @returns why it cannot run here, where it cannot */
async function startDesktop(dataDir: string): Promise<string | undefined> {
  const electron = await findElectron();
  if ('reason' in electron) return electron.reason;
  const exitCode = await runInElectron(electron.program, dataDir);
  if (exitCode === undefined) return 'The desktop window cannot be opened on this system.';
  process.exitCode = exitCode;
  return undefined;
}

const options = readOptions(process.argv.slice(2));
if (options) await start(options);
