import { InvalidArgumentError, type Command } from 'commander';
import type { LibrarySettings, LibrarySettingsPatch } from '../../shared/rpc/library-settings.ts';
import { applicationFlag, gather, programsNamed } from './program-options.ts';
import {
  commandOptions,
  keyArgument,
  refuse,
  statesOf,
  takeNumber,
  type Finish,
  type StateFlags,
} from './command-options.ts';

interface SetFlags extends StateFlags {
  readonly follow?: 'drafts' | 'releases';
  readonly upload?: 'automatic' | 'on-publish';
  readonly fetch?: LibrarySettings['fetch'];
  readonly direction?: 'both' | 'up-only' | 'down-only';
  readonly ignore?: string[] | false;
  readonly quietTime?: number | 'by-drive';
  readonly application?: readonly string[];
  readonly withoutApplication?: readonly string[];
  readonly yes: boolean;
}

/** Loaded when it is asked for. */
const load = () => import('./commands/library.ts');

/** The commands `cadsync library …`: what the window sets for a library, without a window. */
export function addLibraryCommands(program: Command, finish: Finish): void {
  const library = program
    .command('library')
    .description('show and change how libraries are kept; the app or a sync may run meanwhile');
  const add: AddCommand = (name, description) =>
    library
      .command(name)
      .description(description)
      .option(...commandOptions.anyState)
      .option(...commandOptions.json);

  add('list', 'list the libraries with what is set for them').action(async (options: StateFlags) => {
    const { listLibrariesCommand } = await load();
    finish(await listLibrariesCommand(statesOf(options)));
  });

  addSetCommand(add, finish);

  add('confirm <dir>', 'say that the folder is the library although its marker is gone').action(
    async (folder: string, options: StateFlags) => {
      const { confirmLibraryCommand } = await load();
      finish(await confirmLibraryCommand(folder, statesOf(options)));
    },
  );

  add('relocate <dir> <to>', 'say that the folder of a library is elsewhere now; its marker proves it').action(
    async (folder: string, to: string, options: StateFlags) => {
      const { relocateLibraryCommand } = await load();
      finish(await relocateLibraryCommand(folder, to, statesOf(options)));
    },
  );

  add('remove <dir>', 'forget a library; every file stays where it is')
    .option('--yes', 'also where something is not on the service yet', false)
    .action(async (folder: string, options: StateFlags & { yes: boolean }) => {
      const { removeLibraryCommand } = await load();
      finish(await removeLibraryCommand(folder, { ...statesOf(options), yes: options.yes }));
    });

  addWantCommands(add, finish);

  for (const [name, description] of [
    ['pause', 'have nothing of a library read, kept, sent or fetched until it is resumed'],
    ['resume', 'go on with a library that was paused'],
  ] as const)
    add(`${name} <dir>`, description).action(async (folder: string, options: StateFlags) => {
      const { setLibraryCommand } = await load();
      const change = { settings: { isPaused: name === 'pause' }, declared: [], dropped: [] };
      finish(await setLibraryCommand(folder, change, { ...statesOf(options), yes: false }));
    });

  add('ignore-lock <file>', 'say that nobody has a file open, whatever the lock next to it says').action(
    async (file: string, options: StateFlags) => {
      const { ignoreLockCommand } = await load();
      finish(await ignoreLockCommand(file, statesOf(options)));
    },
  );
}

type AddCommand = (name: string, description: string) => Command;

function addWantCommands(add: AddCommand, finish: Finish): void {
  add(
    'want <dir> <key>',
    `have a CAD file of the service come into a library that does not fetch it by itself; KEY is ${keyArgument}`,
  ).action(async (folder: string, key: string, options: StateFlags) => {
    const { wantCommand } = await import('./commands/want.ts');
    finish(await wantCommand(folder, key, statesOf(options)));
  });

  add('unwant <dir> <key>', 'take that back; a file that was saved since it came stays').action(
    async (folder: string, key: string, options: StateFlags) => {
      const { unwantCommand } = await import('./commands/want.ts');
      finish(await unwantCommand(folder, key, statesOf(options)));
    },
  );
}

function addSetCommand(add: AddCommand, finish: Finish): void {
  add('set <dir>', 'change what is set for a library; what is not named stays as it is')
    .option('--follow <what>', 'which versions are fetched: drafts or releases', oneOf('drafts', 'releases'))
    .option('--upload <when>', 'when saves are sent: automatic or on-publish', oneOf('automatic', 'on-publish'))
    .option('--fetch <what>', 'what it has no file of yet: own (only its classes) or everything', readFetch)
    .option('--direction <way>', 'both, up-only or down-only', oneOf('both', 'up-only', 'down-only'))
    .option(
      '--ignore <patterns...>',
      'files and folders that are no part of it, as in a .gitignore; in place of those set',
    )
    .option('--no-ignore', 'ignore nothing')
    .option(
      '--quiet-time <milliseconds>',
      'how long a file must stand still, 200 to 600000; or by-drive',
      readQuietTime,
    )
    .option(applicationFlag, 'declare a program with its version, e.g. "Revit 2025"; named again for each', gather)
    .option('--without-application <name>', 'declare this program no more; named again for each', gather)
    .option('--yes', 'also where something would then not be sent by itself', false)
    .action(async (folder: string, options: SetFlags, command: Command) => {
      const { application, withoutApplication: dropped = [], yes } = options;
      const settings = patchOf(options);
      const declared = programsNamed(command, application ?? []);
      if (Object.keys(settings).length + declared.length + dropped.length === 0)
        refuse(command, 'name at least one setting');
      const { setLibraryCommand } = await load();
      finish(await setLibraryCommand(folder, { settings, declared, dropped }, { ...statesOf(options), yes }));
    });
}

const uploads = { automatic: 'automatic', 'on-publish': 'onPublish' } as const;
const directions = { both: 'both', 'up-only': 'upOnly', 'down-only': 'downOnly' } as const;

function patchOf({ follow, upload, fetch, direction, ignore, quietTime }: SetFlags): LibrarySettingsPatch {
  return {
    ...(follow === undefined ? {} : { follow }),
    ...(upload === undefined ? {} : { upload: uploads[upload] }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(direction === undefined ? {} : { direction: directions[direction] }),
    ...(ignore === undefined ? {} : { ignorePatterns: ignore === false ? [] : ignore }),
    ...(quietTime === undefined ? {} : { quietTimeMs: quietTime === 'by-drive' ? null : quietTime }),
  };
}

function oneOf<T extends string>(...values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((one) => one === text);
    if (value === undefined) throw new InvalidArgumentError(`It is one of ${values.join(', ')}.`);
    return value;
  };
}

/** What a library fetches, as `sync` and `library set` take it. */
export const readFetch = oneOf('own', 'everything');

const otherQuietTime = 'A number of milliseconds from 200 to 600000 is expected, or by-drive.';
const readMilliseconds = takeNumber(200, 600_000, otherQuietTime);

function readQuietTime(text: string): number | 'by-drive' {
  return text === 'by-drive' ? text : readMilliseconds(text);
}
