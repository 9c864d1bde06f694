import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const versions = {
  title: 'Versions',
  none: 'No version on the service yet.',
  draft: 'draft',
  release: 'released',
  isLocal: 'this is your file',
  back: 'Back to the library',
  backToPublish: 'Back to Publish',
  count: (drafts: number, releases: number) =>
    `${number(releases)} ${releases === 1 ? 'release' : 'releases'}, ${number(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`,
  nothingToPublish: 'The newest version is a release: there is nothing to publish.',
  noHistory: 'A file without a class has no versions. Assign its class first.',
  unknownDate: 'date not known',
  sameAs: (version: string) => `same as ${version}`,
  open: 'Open',
  openOf: (version: string) => `Open ${version} beside your file`,
  sizes: 'Size of each version',
  newest: 'Newest',
  sizeUnknown: 'size not known',
};
