import type { Command } from 'commander';
import { backupsCommand, restoreBackupCommand } from './commands/backups.ts';
import { exitCodes } from './commands/output.ts';
import { pickCommand } from './commands/pick.ts';
import { restoreCommand } from './commands/restore.ts';
import { commandOptions, stateOf, type Finish, type StateFlags } from './command-options.ts';

const { json, state } = commandOptions;

/** The commands of `cadsync` by which a person decides about single files, as in the window. */
export function addFileCommands(program: Command, finish: Finish): void {
  program
    .command('pick <file>')
    .description('say that of several files with one key this is the one; the others stay, unassigned')
    .option(...state)
    .option(...json)
    .action(async (file: string, options: StateFlags) => finish(await pickCommand(file, stateOf(options))));

  program
    .command('restore [files...]')
    .description('have files that are gone fetched again by the next sync, each to its old path')
    .option('--all', 'every file that counts as removed here', false)
    .option(...state)
    .option(...json)
    .action(async (files: string[], options: StateFlags & { all: boolean }, command: Command) => {
      if (options.all === files.length > 0)
        command.error('error: give either files or --all', { exitCode: exitCodes.usage });
      finish(await restoreCommand(options.all ? 'all' : files, stateOf(options)));
    });

  program
    .command('backups [file]')
    .description('list the replaced files that are kept, all or those of one file')
    .option(...state)
    .option(...json)
    .action(async (file: string | undefined, options: StateFlags) =>
      finish(await backupsCommand(file, stateOf(options))),
    );

  program
    .command('restore-backup <copy>')
    .description('put a replaced file back; COPY is its path as "backups" lists it')
    .option(...state)
    .option(...json)
    .action(async (copy: string, options: StateFlags) => finish(await restoreBackupCommand(copy, stateOf(options))));
}
