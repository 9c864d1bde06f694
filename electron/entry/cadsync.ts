import { Command, CommanderError } from 'commander';
import { toAppError } from '../../shared/errors/app-error.ts';
import { exitCodes, printFailure, printNote } from './commands/output.ts';
import { printableLines } from './commands/printable.ts';
import { refuse, type Finish } from './command-options.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { environmentNames } from './environment.ts';
import { addAddInCommands } from './add-in-commands.ts';
import { addFileCommands } from './file-commands.ts';
import { addLookCommands } from './look-commands.ts';
import { addOfficeCommands } from './office-commands.ts';
import { addLibraryCommands } from './library-commands.ts';
import { addSelectionCommands } from './selection-commands.ts';
import { addServiceCommands } from './service-commands.ts';
import { addServiceCopyCommand } from './service-copy-command.ts';
import { addSyncCommands } from './sync-commands.ts';
import { addValidationCommands } from './validation-commands.ts';

/**
 * The command `cadsync`: reads the command line and runs one command. What a command does is loaded when it is asked
 * for: loading the service, the client and the engine takes longer than most of what they are asked.
 */

const environmentHelp = `
Environment:
  ${environmentNames.contentAddress}       address of the service, without /api
  ${environmentNames.dataAddress}       address of its data area, where different
  ${environmentNames.tokenAddress}       address of the token endpoint, where different
  ${environmentNames.clientId}, ${environmentNames.clientSecret}, ${environmentNames.licenseCode}
  ${environmentNames.allowHttp}     1: use http:// to other computers, although anybody on the way can read along
  ${environmentNames.databasePassword}, ${environmentNames.filesKeyId}, ${environmentNames.filesSecret}
                         what --database and --files ask for
  ${environmentNames.fromDatabasePassword}, ${environmentNames.toFilesSecret}, …
                         the same of one end of "service copy", where both have their own
  With _FILE behind its name, each of them names a file that holds the value.

Exit codes:
  0  done, all in step      1  failed      2  something needs a person
  3  not in step, or nobody knows, and nothing to do (status, sync --once)      64  wrong command line
  130  ended at once by a second Ctrl+C`;

/** All commands and their options. */
export function buildProgram(finish: Finish): Command {
  const program = new Command('cadsync')
    .description('Keeps a library of CAD files in step with the product CAD content service, without a window.')
    .addHelpText('after', environmentHelp)
    // What is wrong with a command line is said with what stood in it, such as the names of files.
    .configureOutput({ outputError: (text, write) => write(printableLines(text)) })
    .exitOverride();

  addSyncCommands(program, finish);
  addFileCommands(program, finish);
  addLibraryCommands(program, finish);
  addAddInCommands(program, finish);
  addServiceCommands(program, finish);
  addServiceCopyCommand(program, finish);
  addOfficeCommands(program, finish);
  addSelectionCommands(program, finish);
  addValidationCommands(program, finish);
  addLookCommands(program, finish);
  addDoctorCommand(program, finish);

  for (const command of program.commands) command.hook('preAction', assertRequiredOptions);
  program.hook('preAction', assertNoEmptyArgument);
  for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
    command.exitOverride().addHelpText('after', environmentHelp);
  }
  return program;
}

/** What an option names that is a place. */
const placeOption = /<(?:dir|file|picture|place)>/;

/** A shell makes `sync "$DIR"` of a variable that is not set an empty argument: that is not the folder one stands in. */
function assertNoEmptyArgument(_: Command, command: Command): void {
  if (command.args.includes('')) refuse(command, 'an argument is empty');
  const empty = command.options.find(
    (option) => placeOption.test(option.flags) && command.getOptionValue(option.attributeName()) === '',
  );
  if (empty) refuse(command, `option '${empty.flags}' is empty`);
}

/** Options marked as required in their description. Commander's own check comes before that of unknown options, which say more. */
function assertRequiredOptions(_program: Command, command: Command): void {
  for (const option of command.options) {
    if (!option.description.endsWith('(required)') || command.getOptionValue(option.attributeName()) !== undefined)
      continue;
    refuse(command, `required option '${option.flags}' not specified`);
  }
}

/** Runs one command line, without the program's name. @returns the exit code */
export async function runCadsync(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.done;
  try {
    await buildProgram((code) => (exitCode = code)).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // Help and version end with 0; everything else Commander says is about a wrong command line.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const error = toAppError(thrown);
    printFailure(args.includes('--json'), error);
    if (error.code === 'database-refused') {
      printNote(`The password comes from ${environmentNames.databasePassword}, or from the file that …_FILE names.`);
    }
    return error.code === 'invalid-request' && error.receivedStatus === undefined ? exitCodes.usage : exitCodes.failed;
  }
}

/**
 * Whoever read the output may have read enough (`cadsync --help | head -1`), and the disk that takes it may be full: the
 * command goes on to its end all the same.
 * @param onLost called with the first failure that loses output which somebody wants
 */
function outliveOutput(stream: NodeJS.WriteStream, onLost: (error: Error) => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') onLost(error);
  });
}

if (import.meta.main) {
  let isLost = false;
  const end = (exitCode: number): void => {
    process.exitCode = isLost && exitCode === exitCodes.done ? exitCodes.failed : exitCode;
  };
  outliveOutput(process.stdout, ({ message }) => {
    if (!isLost) printNote(`What is printed cannot be written any more: ${message}`);
    isLost = true;
    // It may be told of only after the end.
    end(Number(process.exitCode ?? exitCodes.done));
  });
  outliveOutput(process.stderr, () => undefined);
  end(await runCadsync(process.argv.slice(2)));
}
