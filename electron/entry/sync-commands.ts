import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ownFolder } from '../../shared/model/own-folder.ts';
import type { LibrarySettings } from '../../shared/rpc/library-settings.ts';
import { commandOptions, refuse, statesOf, takeNumber, type Finish, type StateFlags } from './command-options.ts';
import { readChangeAnswers, type ChangeAnswers } from './commands/many-changes.ts';
import { readFetch } from './library-commands.ts';
import { applicationFlag, gather, programsNamed } from './program-options.ts';

interface SyncFlags {
  readonly once?: true;
  readonly watch?: true;
  readonly state: string;
  readonly application?: readonly string[];
  readonly applicationVersion?: string;
  readonly language?: string;
  readonly quietTime?: number;
  readonly manyChanges?: ChangeAnswers;
  readonly fetch?: LibrarySettings['fetch'];
  readonly yes: boolean;
  readonly json: boolean;
}

/** The commands that keep a folder in step, and tell how it stands. */
export function addSyncCommands(program: Command, finish: Finish): void {
  addSyncCommand(program, finish);
  addStatusCommand(program, finish);
}

const readMilliseconds = takeNumber(0, 999_999, 'A number of milliseconds is expected.');

function addSyncCommand(program: Command, finish: Finish): void {
  program
    .command('sync <dir>')
    .description('keep a folder in step with the service')
    .option('--once', 'end when nothing is left to do')
    .option('--watch', 'go on until interrupted')
    .option(...commandOptions.state)
    .option(
      applicationFlag,
      'a CAD program of the library with its version, e.g. "Revit 2025"; named again for each, first the one for neutral formats; needed where the folder becomes a library',
      gather,
    )
    .option('--application-version <version>', 'the version, where --application names one program without it')
    .option(...commandOptions.language)
    .option('--quiet-time <milliseconds>', 'how long a file must stand still before it is read', readMilliseconds)
    .option(
      '--many-changes <answer>',
      'what is meant when many files at once are gone (removals), would be replaced (replacements) or went back to an ' +
        'older state (rollbacks): go-on or keep where one of these is asked, else removals=keep,replacements=go-on or all=keep',
      readChangeAnswers,
    )
    .option('--fetch <what>', 'for a folder that becomes a library: own (only its classes) or everything', readFetch)
    .option('--yes', 'also a folder that is a whole share, or holds much that is no drawing', false)
    .option(...commandOptions.json)
    .action(async (folder: string, options: SyncFlags, command: Command) => {
      if (options.once === options.watch) refuse(command, 'give one of --once and --watch');
      // While the rest is loaded its thread begins: the folder is looked through first of all.
      const { prepareReading, prepareLookThrough } = await import('../platform/reading/ask.ts');
      if (options.once) prepareLookThrough(resolve(folder), ownFolder);
      else prepareReading();
      const { syncCommand } = await import('./commands/sync.ts');
      finish(
        await syncCommand({
          folder,
          mode: options.once ? 'once' : 'watch',
          stateDir: options.state,
          programs: programsNamed(command, options.application ?? [], options.applicationVersion),
          languageCode: options.language,
          quietTimeMs: options.quietTime,
          manyChanges: options.manyChanges,
          fetch: options.fetch,
          yes: options.yes,
          json: options.json,
        }),
      );
    });
}

function addStatusCommand(program: Command, finish: Finish): void {
  program
    .command('status [files...]')
    .description('tell how the libraries stand, or why FILES are as they are; the app may run meanwhile')
    .option(...commandOptions.anyState)
    .option(...commandOptions.json)
    .action(async (files: string[], flags: StateFlags) => {
      const options = statesOf(flags);
      const { explainCommand, statusCommand } = await import('./commands/status.ts');
      finish(await (files.length === 0 ? statusCommand(options) : explainCommand(files, options)));
    });
}
