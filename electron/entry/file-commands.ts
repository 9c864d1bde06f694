import { InvalidArgumentError, Option, type Command } from 'commander';
import { contentTypeForm, longestContentType } from '../../shared/rpc/assignment-limits.ts';
import type { ConflictChoice } from '../../shared/rpc/file-records.ts';
import { spelledContentType } from '../../shared/model/content-type.ts';
import { parseVersion } from '../../shared/model/version.ts';
import { readVersionedClass, type VersionedClass } from '../../shared/model/versioned-class.ts';
import {
  commandOptions,
  refuse,
  statesOf,
  takeOnce,
  takeText,
  type Finish,
  type StateFlags,
} from './command-options.ts';

const { json, anyState: state } = commandOptions;

const conflictAnswers = { mine: 'keepMine', theirs: 'takeTheirs', both: 'keepBoth' } as const satisfies Record<
  string,
  ConflictChoice
>;

interface AssignFlags extends StateFlags {
  readonly class?: VersionedClass;
  readonly model?: VersionedClass;
  readonly type?: string;
  readonly suggested: boolean;
}

interface ResolveFlags extends StateFlags {
  readonly keep?: keyof typeof conflictAnswers;
  readonly against?: string;
  readonly undo?: true;
}

/** The commands of `cadsync` by which a person decides about single files, as in the window. */
export function addFileCommands(program: Command, finish: Finish): void {
  addKeyCommands(program, finish);
  addRecoveryCommands(program, finish);
  addBackupCommands(program, finish);
}

/** Which key files have. */
function addKeyCommands(program: Command, finish: Finish): void {
  program
    .command('pick <file>')
    .description('say that of several files with one key this is the one; the others stay, unassigned')
    .option(...state)
    .option(...json)
    .action(async (file: string, options: StateFlags) => {
      const { pickCommand } = await import('./commands/pick.ts');
      finish(await pickCommand(file, statesOf(options)));
    });

  program
    .command('assign <files...>')
    .description('say which ETIM class and modelling class files show; CLASS is as in EC011022_v7, without a version 1')
    .option('--class <class>', 'ETIM class', readClass('class'))
    .option('--model <class>', 'modelling class', readClass('modellingClass'))
    .option(
      '--type <type>',
      'kind of content, such as Template, Symbol or Plan; without, it stays what it is',
      readContentType,
    )
    .option('--suggested', 'take what is not named from what "status FILE" suggests', false)
    .option(...state)
    .option(...json)
    .action(async (files: string[], options: AssignFlags, command: Command) => {
      const { class: etimClass, model: modellingClass, type: contentType, suggested } = options;
      if (!suggested && (etimClass === undefined || modellingClass === undefined))
        refuse(command, 'give --class and --model, or --suggested');
      const { assignCommand } = await import('./commands/assign.ts');
      finish(await assignCommand(files, { etimClass, modellingClass, contentType, suggested, ...statesOf(options) }));
    });
}

/** Which of two versions counts: one of them. */
function answerOption(): Option {
  const option = new Option('--keep <version>', 'which version counts').choices(Object.keys(conflictAnswers));
  const takeChoice = option.parseArg;
  return option.argParser(takeOnce((text: string) => takeChoice?.(text, text) ?? text));
}

/** What to do about conflicts and files that are gone. */
function addRecoveryCommands(program: Command, finish: Finish): void {
  program
    .command('resolve <files...>')
    .description('end conflicts of files, and of all below folders; without --keep, show both versions of each')
    .addOption(answerOption())
    .option(
      '--against <version>',
      'with --keep: only where this version of the service stands against the file',
      takeVersion,
    )
    .addOption(
      new Option('--undo', 'choose again, as long as nothing of the answer was sent').conflicts(['keep', 'against']),
    )
    .option(...state)
    .option(...json)
    .action(async (files: string[], { keep, against, undo, ...options }: ResolveFlags, command: Command) => {
      if (against !== undefined && keep === undefined)
        refuse(command, '--against says with --keep which version is meant');
      const { resolveCommand, undoResolveCommand } = await import('./commands/resolve.ts');
      if (undo) return finish(await undoResolveCommand(files, statesOf(options)));
      finish(await resolveCommand(files, { choice: keep && conflictAnswers[keep], against }, statesOf(options)));
    });

  program
    .command('restore [files...]')
    .description('have files that are gone fetched again, each to its old path, and all that are gone below folders')
    .option('--all', 'every file that counts as removed here', false)
    .option(...state)
    .option(...json)
    .action(async (files: string[], options: StateFlags & { all: boolean }, command: Command) => {
      if (options.all === files.length > 0) refuse(command, 'give either files or --all');
      const { restoreCommand } = await import('./commands/restore.ts');
      finish(await restoreCommand(options.all ? 'all' : files, statesOf(options)));
    });
}

/** Replaced files that are kept. */
function addBackupCommands(program: Command, finish: Finish): void {
  program
    .command('backups [path]')
    .description('list the replaced files that are kept: all, or those of a file or below a folder')
    .option(...state)
    .option(...json)
    .action(async (path: string | undefined, options: StateFlags) => {
      const { backupsCommand } = await import('./commands/backups.ts');
      finish(await backupsCommand(path, statesOf(options)));
    });

  program
    .command('restore-backup <copy>')
    .description('put a replaced file back; COPY is its path as "backups" lists it')
    .option(...state)
    .option(...json)
    .action(async (copy: string, options: StateFlags) => {
      const { restoreBackupCommand } = await import('./commands/backups.ts');
      finish(await restoreBackupCommand(copy, statesOf(options)));
    });

  program
    .command('leave-backup <copy>')
    .description('leave what a program saved into a file after it was replaced; COPY is its path as "status" names it')
    .option(...state)
    .option(...json)
    .action(async (copy: string, options: StateFlags) => {
      const { leaveBackupCommand } = await import('./commands/backups.ts');
      finish(await leaveBackupCommand(copy, statesOf(options)));
    });
}

function readContentType(text: string): string {
  if (contentTypeForm.test(text)) return spelledContentType(takeText(longestContentType)(text).trim());
  throw new InvalidArgumentError('It is one line, without characters that cannot be seen.');
}

function takeVersion(text: string): string {
  if (parseVersion(text)) return text;
  throw new InvalidArgumentError('A version looks like 1.2.');
}

function readClass(kind: 'class' | 'modellingClass'): (text: string) => VersionedClass {
  return (text) => {
    const read = readVersionedClass(kind, text);
    if ('fault' in read)
      throw new InvalidArgumentError(`${read.fault.slice(0, 1).toUpperCase()}${read.fault.slice(1)}.`);
    return read;
  };
}
