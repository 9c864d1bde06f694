import type { ActivityRecord } from '../rpc/activity-records.ts';

/** What happened, in English, as the window and the command line say it; `version` is empty where none is meant. */
export const activityWords: Readonly<Record<ActivityRecord['kind'], (version: string) => string>> = {
  uploaded: (version) => `Saved as draft${version && ` ${version}`}`,
  downloaded: (version) => `Fetched${version && ` ${version}`} from the service`,
  released: (version) => `Published${version && ` as ${version}`}`,
  restored: (version) => `Put back${version && `, as it was in ${version}`}`,
  adopted: (version) => `The same as${version ? ` ${version}` : ''} on the service, in step`,
  conflictFound: () => 'Changed here and on the service',
  relinked: () => 'Moved or renamed; its versions came along',
  failed: () => 'Failed',
  removedHere: () => 'Removed from the folder; the service keeps its versions',
  leftLine: (version) =>
    `Its class or program changed; earlier versions${version ? ` until ${version}` : ', if any,'} stay under the old key`,
  foundChanged: (version) =>
    `Changed on the disk without a new date; treated as an edit${version && `; the service keeps ${version}`}`,
  foundUnreadable: (version) =>
    `Can no longer be read from the disk${version && `; the service has the same as ${version}`}. Nothing replaces it by itself.`,
  savedLate: () =>
    'A program saved into it after it was replaced; that save is among the earlier copies, not in the library',
  addInSent: () => 'Stored for an add-in, which saved it while the service was away',
  addInRefused: () => 'Saved by an add-in while the service was away, and refused by the service. It is kept here.',
  writeSent: () => 'Done at the service, as asked while it was away',
  writeRefused: () => 'Asked of the service while it was away, and refused. It is kept here.',
  writeDiscarded: () => 'Asked for while the service was away, and discarded by you',
  libraryAdded: () => 'Library added',
  libraryRemoved: () => 'Library removed; its files stay',
  libraryPaused: () => 'Library paused',
  pausedByPerson: () => 'Library paused by you',
  resumedByPerson: () => 'Library resumed by you',
  connected: () => 'The service answers',
  disconnected: () => 'The service cannot be reached',
};
