import { parseArgs } from 'node:util';
import { describeError, toAppError } from '../shared/errors/app-error.ts';
import { applicationDataDir } from '../electron/entry/application-data-dir.ts';
import { runInBrowser } from '../electron/entry/browser.ts';
import { buildWindow } from './build-window.ts';
import { findElectron } from './find-electron.ts';
import { runInElectron } from './run-in-electron.ts';

/** `npm start`: builds what is not built yet and opens the app, in a desktop window where that can be. */

const usage = `Usage: npm start -- [--browser] [--no-open] [--port NUMBER] [--data DIR]

  --browser      use a browser instead of a desktop window
  --no-open      print the address and open nothing
  --port NUMBER  port of the loopback address (browser only); 0 picks one
  --data DIR     folder for everything the app keeps
`;

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
  await runInBrowser(options);
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
if (options) {
  await start(options).catch((thrown: unknown) => {
    const error = toAppError(thrown);
    // A defect is shown with its trace; what is expected to happen is said in words.
    if (error.code === 'unexpected-failure') throw thrown;
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  });
}
