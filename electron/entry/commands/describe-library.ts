import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { AtStakeRecord } from '../../../shared/rpc/library-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import type { Library } from '../../engine/state/libraries.ts';

/** A library as the command line prints it. */
export interface PrintedLibrary {
  readonly name: string;
  readonly root: string;
  readonly application: string;
  readonly settings: LibrarySettings;
}

const formats = createFormats('en');

export function recordOf({ name, root, applicationName, applicationVersion, settings }: Library): PrintedLibrary {
  return { name, root, application: `${applicationName} ${applicationVersion}`, settings };
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
  everything: 'fetches everything of its program',
};

export function describeLibrary({ name, root, application, settings }: PrintedLibrary): string {
  const { direction, upload, follow, fetch, quietTimeMs, ignorePatterns } = settings;
  const facts = [
    directions[direction],
    uploads[upload],
    follows[follow],
    fetches[fetch],
    quietTimeMs === null ? 'quiet time by drive' : `quiet time ${formats.duration(quietTimeMs)}`,
    ignorePatterns.length === 0 ? 'ignores nothing' : `ignores ${ignorePatterns.join(' ')}`,
  ];
  return `${name} (${root}), ${application}: ${facts.join(', ')}`;
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
