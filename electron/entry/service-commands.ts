import { InvalidArgumentError, type Command } from 'commander';
import { exitCodes } from './commands/output.ts';
import { readRateLimits } from './commands/read-rate-limits.ts';
import type { ServeOptions } from './commands/serve.ts';
import { commandOptions, statesOf, type Finish, type StateFlags } from './command-options.ts';
import { parseContentKey } from '../../shared/model/content-key.ts';

const { json, language, state, anyState } = commandOptions;
const keyArgument = 'application/version/EC…/version/MC…/version/type';

/** The commands of `cadsync` that run a service, fill it, or ask it; no library takes part. */
export function addServiceCommands(program: Command, finish: Finish): void {
  addOwnService(program, finish);
  addLookup(program, finish);
  addVersionCommands(program, finish);
}

/** A service of our own, and what it holds. */
function addOwnService(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('run the service alone, on this computer')
    .option('--port <number>', 'port to listen on; 0 picks one', readPort, 0)
    .option('--data <dir>', 'folder for everything the service keeps (required)')
    .option('--demo', 'load demo products', false)
    .option('--rate-limit <limits>', 'limit callers as the real service does, e.g. 60/min,10000/day', readRateLimits)
    .option(...json)
    .action(async ({ data, rateLimit, ...options }: ServeFlags) => {
      const { serveCommand } = await import('./commands/serve.ts');
      finish(await serveCommand({ ...options, dataDir: data, rateLimits: rateLimit }));
    });

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
    .option(...json)
    .action(async (files: string[], options: ImportFlags) => {
      const { importCommand } = await import('./commands/import.ts');
      finish(
        await importCommand({
          files,
          dataDir: options.data,
          languageCode: options.language,
          manufacturerGln: options.manufacturerGln,
          json: options.json,
        }),
      );
    });
}

/** Products of the service. */
function addLookup(program: Command, finish: Finish): void {
  program
    .command('lookup')
    .description('find a product by GTIN, or by manufacturer GLN and product code')
    .option('--gtin <digits>', 'GTIN, 8 to 14 digits')
    .option('--gln <digits>', 'GLN of the manufacturer, 13 digits')
    .option('--code <text>', 'product code of the manufacturer')
    .option(...language)
    .option(...state)
    .option(...json)
    .action(
      async (
        options: LookFlags & { readonly gtin?: string; readonly gln?: string; readonly code?: string },
        command: Command,
      ) => {
        const { gtin, gln, code } = options;
        const { lookupCommand } = await import('./commands/ask-service.ts');
        const asking = lookingOf(options);
        if (gtin !== undefined && gln === undefined && code === undefined)
          finish(await lookupCommand({ gtin }, asking));
        else if (gtin === undefined && gln !== undefined && code !== undefined)
          finish(await lookupCommand({ gln, productCode: code }, asking));
        else command.error('error: give --gtin, or --gln and --code', { exitCode: exitCodes.usage });
      },
    );
}

/** Versions of CAD files on the service. */
function addVersionCommands(program: Command, finish: Finish): void {
  program
    .command('versions <key>')
    .description(`list the versions of a CAD file; KEY is ${keyArgument}`)
    .option(...language)
    .option(...state)
    .option(...json)
    .action(async (key: string, options: LookFlags) => {
      const { versionsCommand } = await import('./commands/ask-service.ts');
      finish(await versionsCommand(key, lookingOf(options)));
    });

  program
    .command('release <what...>')
    .description(
      `publish CAD files: a FILE of a library as it was saved, by the sync that runs or the next one, sent first if need be; or the newest draft of a KEY, now; KEY is ${keyArgument}`,
    )
    .option('--comment <text>', 'what the release is about')
    .option('--withdraw', 'take back releases of files that are not sent yet', false)
    .option(...language)
    .option(...anyState)
    .option(...json)
    .action(async (what: string[], options: ReleaseFlags, command: Command) => {
      const keys = what.filter((text) => parseContentKey(text).ok);
      if (keys.length > 0 && (keys.length < what.length || options.withdraw))
        command.error('error: give either files or keys; only releases of files can be withdrawn', usage);
      if ((options.comment === undefined) !== options.withdraw)
        command.error('error: give --comment, or --withdraw', usage);
      const { comment = '' } = options;
      if (keys.length > 0) {
        const { releaseCommand } = await import('./commands/ask-service.ts');
        finish(await releaseCommand(keys, comment, { json: options.json, languageCode: options.language }));
      } else {
        const { publishCommand } = await import('./commands/publish.ts');
        finish(await publishCommand(what, options.withdraw ? 'withdraw' : { comment }, statesOf(options)));
      }
    });
}

interface LookFlags {
  readonly language?: string;
  readonly state: string;
  readonly json: boolean;
}

function lookingOf(flags: LookFlags) {
  return { languageCode: flags.language, stateDir: flags.state, json: flags.json };
}

const usage = { exitCode: exitCodes.usage };

interface ReleaseFlags extends StateFlags {
  readonly comment?: string;
  readonly withdraw: boolean;
  readonly language?: string;
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

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}
