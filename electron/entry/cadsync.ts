import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { toAppError } from '../../shared/errors/app-error.ts';
import type { ChangeAnswerChoice } from '../../shared/rpc/records.ts';
import { lookupCommand, releaseCommand, versionsCommand } from './commands/ask-service.ts';
import { backupsCommand, restoreBackupCommand } from './commands/backups.ts';
import { importCommand } from './commands/import.ts';
import { pickCommand } from './commands/pick.ts';
import { exitCodes, printFailure } from './commands/output.ts';
import { restoreCommand } from './commands/restore.ts';
import { readRateLimits } from './commands/read-rate-limits.ts';
import { serveCommand, type ServeOptions } from './commands/serve.ts';
import { explainCommand, statusCommand } from './commands/status.ts';
import { syncCommand } from './commands/sync.ts';
import { addLibraryCommands } from './library-commands.ts';
import { commandLineStateDir, usualStateDirs } from './application-data-dir.ts';
import { environmentNames } from './environment.ts';

/** The command `cadsync`: reads the command line and runs one command. */

const environmentHelp = `
Environment:
  ${environmentNames.contentAddress}       address of the service, without /api
  ${environmentNames.dataAddress}       address of its data area, where different
  ${environmentNames.tokenAddress}       address of the token endpoint, where different
  ${environmentNames.clientId}, ${environmentNames.clientSecret}, ${environmentNames.licenseCode}

Exit codes:
  0  done, all in step      1  failed      2  something needs a person
  3  not in step, or nobody knows, and nothing to do (status)      64  wrong command line`;

const json = ['--json', 'print the result as JSON'] as const;
const state = ['--state <dir>', 'folder of the state database', commandLineStateDir()] as const;
const language = ['--language <code>', 'language code, e.g. nl'] as const;
const keyArgument = 'application/version/EC…/version/MC…/version/type';

function buildProgram(finish: (exitCode: number) => void): Command {
  const program = new Command('cadsync')
    .description('Keeps a library of CAD files in step with the product CAD content service, without a window.')
    .addHelpText('after', environmentHelp)
    .exitOverride();

  program
    .command('serve')
    .description('run the service alone, on this computer')
    .option('--port <number>', 'port to listen on; 0 picks one', readPort, 0)
    .option('--data <dir>', 'folder for everything the service keeps (required)')
    .option('--demo', 'load demo products', false)
    .option('--rate-limit <limits>', 'limit callers as the real service does, e.g. 60/min,10000/day', readRateLimits)
    .option(...json, false)
    .action(async ({ data, rateLimit, ...options }: ServeFlags) =>
      finish(await serveCommand({ ...options, dataDir: data, rateLimits: rateLimit })),
    );

  program
    .command('import <files...>')
    .description('load product data into the folder of a service that is not running')
    .addHelpText(
      'after',
      '\nA file is the ZIP of CSV tables of the ETIM model, an ETIM xChange file (JSON) or a BMEcat 2005 catalogue (XML).',
    )
    .option('--data <dir>', 'folder for everything the service keeps (required)')
    .option('--language <code>', 'language of texts that do not say theirs', 'en')
    .option('--manufacturer-gln <digits>', 'GLN of the manufacturer of products that name none, 13 digits')
    .option(...json, false)
    .action(async (files: string[], options: ImportFlags) =>
      finish(
        await importCommand({
          files,
          dataDir: options.data,
          languageCode: options.language,
          manufacturerGln: options.manufacturerGln,
          json: options.json,
        }),
      ),
    );

  program
    .command('sync <dir>')
    .description('keep a folder in step with the service')
    .option('--once', 'end when nothing is left to do')
    .option('--watch', 'go on until interrupted')
    .option(...state)
    .option('--application <name>', 'CAD application of the library, e.g. Revit (required)')
    .option('--application-version <version>', 'its version, e.g. 2025 (required)')
    .option(...language)
    .option('--quiet-time <milliseconds>', 'how long a file must stand still before it is read', readMilliseconds)
    .option(
      '--many-changes <answer>',
      'when many files at once are gone or would be replaced: go-on or keep',
      readChangeAnswer,
    )
    .option(...json, false)
    .action(async (folder: string, options: SyncFlags, command: Command) => {
      if (options.once === options.watch)
        command.error('error: give one of --once and --watch', { exitCode: exitCodes.usage });
      finish(
        await syncCommand({
          folder,
          mode: options.once ? 'once' : 'watch',
          stateDir: options.state,
          applicationName: options.application,
          applicationVersion: options.applicationVersion,
          languageCode: options.language,
          quietTimeMs: options.quietTime,
          manyChanges: options.manyChanges,
          json: options.json,
        }),
      );
    });

  program
    .command('status [files...]')
    .description('tell how the libraries stand, or why FILES are as they are; the app may run meanwhile')
    .option('--state <dir>', 'folder of the state database (default: those of the app and of this command)')
    .option(...json, false)
    .action(async (files: string[], { state: stateDir, json: asJson }: { state?: string; json: boolean }) => {
      const options = { stateDir, usualStateDirs: usualStateDirs(), json: asJson };
      finish(await (files.length === 0 ? statusCommand(options) : explainCommand(files, options)));
    });

  program
    .command('backups [file]')
    .description('list the replaced files that are kept, all or those of one file')
    .option(...state)
    .option(...json, false)
    .action(async (file: string | undefined, options: { state: string; json: boolean }) =>
      finish(await backupsCommand(file, { stateDir: options.state, json: options.json })),
    );

  program
    .command('restore-backup <copy>')
    .description('put a replaced file back; COPY is its path as "backups" lists it')
    .option(...state)
    .option(...json, false)
    .action(async (copy: string, options: { state: string; json: boolean }) =>
      finish(await restoreBackupCommand(copy, { stateDir: options.state, json: options.json })),
    );

  program
    .command('restore [files...]')
    .description('have files that are gone fetched again by the next sync, each to its old path')
    .option('--all', 'every file that counts as removed here', false)
    .option(...state)
    .option(...json, false)
    .action(async (files: string[], options: { all: boolean; state: string; json: boolean }, command: Command) => {
      if (options.all === files.length > 0)
        command.error('error: give either files or --all', { exitCode: exitCodes.usage });
      finish(await restoreCommand(options.all ? 'all' : files, { stateDir: options.state, json: options.json }));
    });

  program
    .command('pick <file>')
    .description('say that of several files with one key this is the one; the others stay, unassigned')
    .option(...state)
    .option(...json, false)
    .action(async (file: string, options: { state: string; json: boolean }) =>
      finish(await pickCommand(file, { stateDir: options.state, json: options.json })),
    );

  addLibraryCommands(program, { state, json, finish });

  program
    .command('lookup')
    .description('find a product by GTIN, or by manufacturer GLN and product code')
    .option('--gtin <digits>', 'GTIN, 8 to 14 digits')
    .option('--gln <digits>', 'GLN of the manufacturer, 13 digits')
    .option('--code <text>', 'product code of the manufacturer')
    .option(...language)
    .option(...json, false)
    .action(
      async (
        options: { gtin?: string; gln?: string; code?: string; language?: string; json: boolean },
        command: Command,
      ) => {
        const { gtin, gln, code } = options;
        const asking = { json: options.json, languageCode: options.language };
        if (gtin !== undefined && gln === undefined && code === undefined)
          finish(await lookupCommand({ gtin }, asking));
        else if (gtin === undefined && gln !== undefined && code !== undefined)
          finish(await lookupCommand({ gln, productCode: code }, asking));
        else command.error('error: give --gtin, or --gln and --code', { exitCode: exitCodes.usage });
      },
    );

  program
    .command('versions <key>')
    .description(`list the versions of a CAD file; KEY is ${keyArgument}`)
    .option(...language)
    .option(...json, false)
    .action(async (key: string, options: { language?: string; json: boolean }) =>
      finish(await versionsCommand(key, { json: options.json, languageCode: options.language })),
    );

  program
    .command('release <keys...>')
    .description(`release the newest draft of CAD files; KEY is ${keyArgument}`)
    .option('--comment <text>', 'what the release is about (required)')
    .option(...language)
    .option(...json, false)
    .action(async (keys: string[], options: { comment: string; language?: string; json: boolean }) =>
      finish(await releaseCommand(keys, options.comment, { json: options.json, languageCode: options.language })),
    );

  for (const command of program.commands) command.hook('preAction', expectRequiredOptions);
  for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
    command.exitOverride().addHelpText('after', environmentHelp);
  }
  return program;
}

/** Options marked as required in their description. Commander's own check comes before that of unknown options, which say more. */
function expectRequiredOptions(_program: Command, command: Command): void {
  for (const option of command.options) {
    if (!option.description.endsWith('(required)') || command.getOptionValue(option.attributeName()) !== undefined)
      continue;
    command.error(`error: required option '${option.flags}' not specified`, { exitCode: exitCodes.usage });
  }
}

interface ImportFlags {
  readonly data: string;
  readonly language: string;
  readonly manufacturerGln?: string;
  readonly json: boolean;
}

interface ServeFlags extends Pick<ServeOptions, 'port' | 'demo' | 'json'> {
  readonly data: string;
  readonly rateLimit?: ServeOptions['rateLimits'];
}

interface SyncFlags {
  readonly once?: true;
  readonly watch?: true;
  readonly state: string;
  readonly application: string;
  readonly applicationVersion: string;
  readonly language?: string;
  readonly quietTime?: number;
  readonly manyChanges?: ChangeAnswerChoice;
  readonly json: boolean;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}

function readMilliseconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('A number of milliseconds is expected.');
  return Number(text);
}

function readChangeAnswer(text: string): ChangeAnswerChoice {
  if (text === 'go-on') return 'goOn';
  if (text === 'keep') return 'keep';
  throw new InvalidArgumentError('The answer is go-on or keep.');
}

async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.done;
  try {
    await buildProgram((code) => (exitCode = code)).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // Help and version end with 0; everything else Commander says is about a wrong command line.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const error = toAppError(thrown);
    printFailure(args.includes('--json'), error);
    return error.code === 'invalid-request' && error.receivedStatus === undefined ? exitCodes.usage : exitCodes.failed;
  }
}

/** Whoever read the output may have read enough (`cadsync --help | head -1`); the command goes on to its end all the same. */
function endQuietlyWithoutReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

endQuietlyWithoutReader(process.stdout);
endQuietlyWithoutReader(process.stderr);
process.exitCode = await main(process.argv.slice(2));
