import type { Sentences } from '../sentences.ts';

/** What happens next to a file, by itself. */
export const next: Sentences['next'] = {
  nothing: () => '',
  staysAsItIs: () => 'Nothing is removed from the service because of that.',
  afterYou: () => 'It stays safe in your library.',
  whenProven: () => 'Nothing is removed or written until that is clear.',
  afterAnswer: () => 'Nothing happens to it until then.',
  checkedAgain: (when) => (when ? `The service is asked again ${when}.` : ''),
  published: () => 'It is published by itself.',
  readWhenStill: () => 'It is sent as soon as it has been read.',
  readWhenWhole: () => 'It is sent once it is complete, or has not changed for five minutes.',
  readWhenClosed: () => 'It is sent once it is closed there, or an hour after its last save.',
  readAgain: (when) => `It is tried again ${when ?? 'soon'}.`,
  countsAsRemoved: (when) => `If it does not come back it counts as removed ${when ?? 'soon'}; nothing is deleted.`,
  comesBack: (when) => `You asked for it back: it is fetched ${when ?? 'by the next sync'}.`,
  inTurn: () => 'It goes when its turn comes.',
  triedAgain: (when) => `It is tried again ${when ?? 'soon'}.`,
  serviceAskedAgain: (when) => `The service is tried again ${when ?? 'soon'}; then syncing continues by itself.`,
  foundByScan: (when) => `The next scan of the folder finds it${when ? `, ${when}` : ''}.`,
  folderLookedAtAgain: (when) => `The folder is checked again ${when ?? 'soon'}.`,
  whenOtherRead: () => 'It continues once that file has been read.',
  whenCompared: () => 'It continues as soon as both have been compared.',
  whenResumed: () => 'It continues when you resume the library.',
  whenRunning: () => 'It continues when the app or “cadsync sync” runs.',
};

/** What a person can do about it. */
export const toDo: Sentences['toDo'] = {
  publish: 'Publish it when it is ready.',
  'try-now': 'You do not have to wait: try now.',
  'look-again': 'Scan the folder again.',
  'save-content': 'Save it again in your CAD program.',
  'close-file': 'Save and close it there.',
  'put-back': 'To have it back, restore it from the service or put it back in its place.',
  'add-library': 'To sync the file, add its folder as a library or move the file into one.',
  'start-sync': 'Start the app, or run “cadsync sync”.',
  'pick-file': 'Choose the right one; the others stay where they are, unassigned, and are not sent.',
  'move-or-reassign':
    'Or say what kind of content each is, give one of them another class or language, or move it out of the library.',
  'replace-after-all': 'If you want the newer version, have all these files replaced after all.',
  'resolve-conflict': 'Choose which version counts: yours, theirs, or both. No choice loses a version.',
  'declare-program':
    'Add the program in the settings of the library, with the version that you and your colleagues use.',
  'raise-version':
    'Save it in the older format or, if all your colleagues have the newer version, choose that in the settings of the library.',
  'link-program':
    'To decide for this file only, set applicationName and applicationVersion for it in .cadlibrary.json.',
};
