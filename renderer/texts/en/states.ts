import type { FileFilter, FileState } from '../../../shared/rpc/records.ts';

const words: Record<FileState, string> = {
  upToDate: 'Up to date',
  draft: 'Draft',
  settling: 'Just saved',
  waiting: 'Waiting',
  uploading: 'Uploading',
  downloading: 'Downloading',
  conflict: 'Conflict',
  needsYou: 'Needs you',
  unassigned: 'Unassigned',
  doublyClaimed: 'Claimed twice',
  removedHere: 'Removed here',
  openElsewhere: 'Open elsewhere',
};

const sentences: Record<FileState, (since: string) => string> = {
  upToDate: (since) => `Released${since && `, in step since ${since}`}. The service has exactly these bytes.`,
  draft: (since) => `Saved${since && ` ${since}`}, safe on the service. Not published yet.`,
  settling: () => 'Saved a moment ago. It is read as soon as it stands still.',
  waiting: () => 'Will be sent when its turn comes. Until then it is safe in your library.',
  uploading: () => 'On its way to the service.',
  downloading: () => 'A newer version is coming from the service.',
  conflict: () => 'Changed here and on the service since both agreed. Both versions are kept.',
  needsYou: () => 'Something stopped this file. It is untouched in your library.',
  unassigned: () => 'Not sent yet: it is not known which ETIM class and modelling class it shows.',
  doublyClaimed: () =>
    'Another file in the library has the same class, program and language. Neither is sent until one of them moves.',
  removedHere: (since) => `Removed from this folder${since && ` ${since}`}. The service keeps its versions.`,
  openElsewhere: () => 'Open in a CAD program. It is sent once it is closed there, or an hour after its last save.',
};

const filters: Record<FileFilter, string> = {
  all: 'All',
  drafts: 'Drafts',
  needsYou: 'Needs you',
  unassigned: 'Unassigned',
};

export const states = { words, openIn: (program: string) => `Open in ${program}`, sentences, filters };
