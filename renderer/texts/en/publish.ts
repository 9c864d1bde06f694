import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const publish = {
  lead: 'A release is the version meant for everybody. What you saved can be published at once, also while it is not sent yet.',
  selectAll: 'Select all',
  select: (name: string) => `Publish ${name}`,
  selected: (n: number, of: number) => `${number(n)} of ${number(of)} selected`,
  comment: 'What changed',
  commentHint: 'One comment for everything selected',
  button: (n: number) => (n === 1 ? 'Publish 1 file' : `Publish ${number(n)} files`),
  nothingSelected: 'Select what to publish',
  from: 'Draft',
  becomes: 'becomes',
  notSentYet: 'Sent first, then released',
  sinceRelease: 'Since the last release',
  neverReleased: 'Never released so far',
  goingOut: 'Going out',
  nothingElse: 'Nothing else to publish.',
  goingOutHint: (offline: boolean) =>
    `They go out by themselves${offline ? ' once the service answers' : ''}; what needs you says so. Until then you can withdraw each.`,
  heldHint: 'They wait for you; each says what to do. Until then you can withdraw each.',
  emptyTitle: 'Nothing to publish',
  emptyHint: 'Every file is published as it is. The next one you save appears here, sent or not.',
  emptyAsFarAsKnown: 'No draft is known. What was saved and not read yet appears here once it was.',
  emptyButUnfit: (n: number) =>
    n === 1
      ? '1 file cannot be published as it stands. The library says why.'
      : `${number(n)} files cannot be published as they stand. The library says why.`,
  showThem: 'Show the library',
  offline: 'Nothing gets through to the service now. What you publish goes out by itself as soon as it does.',
  paused: (libraries: string) => `What you publish of ${libraries} goes out once you resume syncing there.`,
  already: (n: number) => (n === 1 ? '1 release is queued already.' : `${number(n)} releases are queued already.`),
  refused: (names: string) => `Not published: ${names}`,
  noLicense: 'No license code is set. Releases wait until you enter one.',
  enterLicense: 'Enter the license code',
  saved: (when: string) => `saved ${when}`,
};
