import type { KnownLibrary } from '../../../shared/rpc/command-contract.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { AtStakeRecord, FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { formatProgram } from '../../../shared/model/program.ts';
import { fetchOfNew, type ForPrograms, sharedPrograms } from '../../../shared/rpc/library-fetch.ts';
import { createFormats } from '../../../shared/words/formats.ts';

/** A library as the command line prints it. */
interface PrintedLibrary {
  readonly name: string;
  readonly root: string;
  /** The programs it declares, as `Revit 2025`. */
  readonly programs: readonly string[];
  readonly settings: LibrarySettings;
}

const formats = createFormats('en');

export function recordOf({
  name,
  root,
  programs,
  settings,
}: Omit<KnownLibrary, 'libraryId' | 'isSynced'>): PrintedLibrary {
  return { name, root, programs: programs.map(formatProgram), settings };
}

const directions: Readonly<Record<LibrarySettings['direction'], string>> = {
  both: 'sends and fetches',
  upOnly: 'only sends',
  downOnly: 'only receives',
};
const uploads: Readonly<Record<LibrarySettings['upload'], string>> = {
  automatic: 'sends by itself',
  onPublish: 'sends on publishing',
};
const follows: Readonly<Record<LibrarySettings['follow'], string>> = {
  drafts: 'follows drafts',
  releases: 'follows releases',
};

const fetches: Readonly<Record<LibrarySettings['fetch'], string>> = {
  own: 'fetches only its own classes',
  everything: 'fetches all of its programs that no other library has',
};

export function describeLibrary({ name, root, programs, settings }: PrintedLibrary): string {
  const { direction, upload, follow, fetch, quietTimeMs, ignorePatterns } = settings;
  const facts = [
    ...(settings.isPaused ? ['paused'] : []),
    directions[direction],
    uploads[upload],
    follows[follow],
    fetches[fetch],
    quietTimeMs === null ? 'quiet time by drive' : `quiet time ${formats.duration(quietTimeMs)}`,
    ignorePatterns.length === 0 ? 'ignores nothing' : `ignores ${ignorePatterns.join(' ')}`,
  ];
  return `${name} (${root}), ${formats.list(programs)}: ${facts.join(', ')}`;
}

/** What is asked before a folder becomes a library, with what to do. */
export function describeFolderQuestion(root: string, question: FolderQuestionRecord): string {
  const { isShareRoot, otherLibrary, drawings, others, isAll } = question;
  const found = `${formats.number(drawings)} CAD files and ${formats.number(others)} other files`;
  return [
    ...(isShareRoot ? [`${root} is all of a share or drive.`] : []),
    ...(otherLibrary
      ? [
          `${otherLibrary.isAbove ? 'It lies in' : 'In it lies'} ${otherLibrary.root}, which is a library of another app or command, or was one: two libraries over the same files share their keys.`,
        ]
      : []),
    isAll ? `There are ${found} in ${root}.` : `A quick look into ${root} found ${found}, and did not see all.`,
    'Only CAD files are synced. Nothing was changed; --yes makes it a library all the same.',
  ].join(' ');
}

/** What a person should know before another library for a program is added. */
export function describeSecondLibrary(
  added: ForPrograms,
  others: readonly (ForPrograms & Pick<KnownLibrary, 'name' | 'root'>)[],
  fetch: LibrarySettings['fetch'] | undefined,
): string {
  const names = formats.list(others.map(({ name, root }) => `${name} (${root})`));
  const shared = formats.list(sharedPrograms(added, others).map(formatProgram));
  const held = `Files of ${shared} are held by ${names} already; what is there stays there.`;
  if (fetchOfNew(added, others) === 'everything')
    return `${held} Of its other programs this library fetches everything.`;
  return fetch === 'everything'
    ? `${held} This library fetches everything else from now on, and no other does.`
    : `${held} This library fetches only its own classes; with --fetch everything it fetches all that no other library has.`;
}

/** Names what a change would leave unsent. */
export function describeStake({ files, fileCount, releases, releaseCount }: AtStakeRecord): string {
  return [
    ...named('Not on the service, and no longer sent by itself', files, fileCount),
    ...named('Releases that wait', releases, releaseCount),
  ].join('\n');
}

function named(title: string, names: readonly string[], count: number): string[] {
  if (count === 0) return [];
  const more = count - names.length;
  return [`${title}: ${count}`, ...names.map((name) => `  ${name}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}
