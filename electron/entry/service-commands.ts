import type { Command } from 'commander';
import {
  commandOptions,
  keyArgument,
  refuse,
  statesOf,
  takeOnce,
  takeText,
  type Finish,
  type StateFlags,
} from './command-options.ts';
import { addImportCommand, addServeCommand } from './serve-commands.ts';
import { lookingOf, takeLooking, takeProducts, type LookFlags, type ProductFlags } from './product-options.ts';
import { parseContentKey } from '../../shared/model/content-key.ts';
import { longestComment } from '../../shared/rpc/release-limits.ts';

const { json, language, anyState } = commandOptions;

/** The commands of `cadsync` that run a service, fill it, or ask it; no library takes part. */
export function addServiceCommands(program: Command, finish: Finish): void {
  addServeCommand(program, finish);
  addImportCommand(program, finish);
  addMoveIn(program, finish);
  addLookup(program, finish);
  addVersionCommands(program, finish);
}

/** From a service of our own to another one. */
function addMoveIn(program: Command, finish: Finish): void {
  program
    .command('move-in')
    .description(
      'send versions and standards that the folder of a service that is not running holds, and the connected service has not, to that; attachments, filters, validation requests and product data stay there',
    )
    .option('--data <dir>', 'folder for everything the service keeps (required)')
    .option('--preview', 'tell what would be sent, and what it takes', false)
    .option(...json)
    .action(async ({ data, ...options }: MoveInFlags) => {
      const { moveInCommand } = await import('./commands/move-in.ts');
      finish(await moveInCommand({ ...options, dataDir: data }));
    });
}

/** Products of the service. */
function addLookup(program: Command, finish: Finish): void {
  takeLooking(takeProducts(program.command('lookup')))
    .description('find products by GTIN, by manufacturer GLN and product code, or by id')
    .action(async (flags: ProductFlags) => {
      const { lookupCommand } = await import('./commands/ask-service.ts');
      finish(await lookupCommand(flags, lookingOf(flags)));
    });
}

/** Versions of CAD files on the service. */
function addVersionCommands(program: Command, finish: Finish): void {
  takeLooking(program.command('versions <key>'))
    .description(`list the versions of a CAD file; KEY is ${keyArgument}`)
    .action(async (key: string, options: LookFlags) => {
      const { versionsCommand } = await import('./commands/ask-service.ts');
      finish(await versionsCommand(key, lookingOf(options)));
    });

  program
    .command('release <what...>')
    .description(
      `publish CAD files: a FILE of a library as it was saved, by the sync that runs or the next one, sent first if need be; or the newest draft of a KEY, now; KEY is ${keyArgument}`,
    )
    .option(
      '--comment <text>',
      'what the release is about (required, unless --withdraw)',
      takeOnce(takeText(longestComment)),
    )
    .option('--withdraw', 'take back releases of files that are not sent yet', false)
    .option(...language)
    .option(...anyState)
    .option(...json)
    .action(async (what: string[], options: ReleaseFlags, command: Command) => {
      const keys = what.filter((text) => parseContentKey(text).ok);
      if (keys.length > 0 && (keys.length < what.length || options.withdraw))
        refuse(command, 'give either files or keys; only releases of files can be withdrawn');
      if ((options.comment === undefined) !== options.withdraw) refuse(command, 'give --comment, or --withdraw');
      const { comment = '' } = options;
      if (keys.length > 0) {
        const { releaseCommand } = await import('./commands/ask-service.ts');
        finish(await releaseCommand(keys, comment, { json: options.json, languageCode: options.language }));
      } else {
        const { publishCommand, withdrawCommand } = await import('./commands/publish.ts');
        const states = statesOf(options);
        finish(await (options.withdraw ? withdrawCommand(what, states) : publishCommand(what, { comment }, states)));
      }
    });
}

interface ReleaseFlags extends StateFlags {
  readonly comment?: string;
  readonly withdraw: boolean;
  readonly language?: string;
}

interface MoveInFlags {
  readonly data: string;
  readonly preview: boolean;
  readonly json: boolean;
}
