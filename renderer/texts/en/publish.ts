import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const publish = {
  title: 'Publish',
  lead: 'A release is the version meant for everybody. Drafts are safe on the service and in step with your other libraries.',
  selectAll: 'Select all',
  select: (name: string) => `Publish ${name}`,
  selected: (n: number, of: number) => `${number(n)} of ${number(of)} selected`,
  comment: 'What changed',
  commentHint: 'One comment for everything selected',
  button: (n: number) => (n === 1 ? 'Publish 1 draft' : `Publish ${number(n)} drafts`),
  nothingSelected: 'Select what to publish',
  from: 'Draft',
  becomes: 'becomes',
  queuedAlready: 'Release queued',
  emptyTitle: 'Nothing to publish',
  emptyHint: 'Every file is published as it is. The next one you save appears here as a draft.',
  emptyButNotInStep: (n: number) =>
    n === 1
      ? 'There is no draft. 1 file is not in step with the service; its changes can be published once it is.'
      : `There is no draft. ${number(n)} files are not in step with the service; their changes can be published once they are.`,
  showThem: 'Show the library',
  offline: 'The service cannot be reached. What you publish is queued and sent by itself later.',
  noLicense: 'No license code is set. Releases wait until you enter one.',
  enterLicense: 'Enter the license code',
  showMore: (n: number) => `Show ${number(n)} more`,
  saved: (when: string) => `saved ${when}`,
};
