import type { ActivityRecord, QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

const operations: Record<QueueEntryRecord['operation'], string> = {
  upload: 'Upload',
  download: 'Download',
  release: 'Release',
};

const entryStates: Record<QueueEntryRecord['state'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  retrying: 'Trying again',
  needsAttention: 'Needs you',
};

const kinds: Record<ActivityRecord['kind'], (version: string) => string> = {
  uploaded: (version) => `Saved as draft${version && ` ${version}`}`,
  downloaded: (version) => `Fetched${version && ` ${version}`} from the service`,
  released: (version) => `Published${version && ` as ${version}`}`,
  restored: (version) => `Put back${version && `, as it was in ${version}`}`,
  adopted: (version) => `Same bytes as${version ? ` ${version}` : ''} on the service, in step`,
  conflictFound: () => 'Changed here and on the service',
  relinked: () => 'Moved or renamed; its versions came along',
  failed: () => 'Failed',
  removedHere: () => 'Removed from the folder; the service keeps its versions',
  leftLine: (version) =>
    `Its class or program changed; earlier versions${version && ` until ${version}`} stay under the old key`,
  foundChanged: (version) =>
    `Changed on the disk without a new date; treated as an edit${version && `; the service keeps ${version}`}`,
  foundUnreadable: (version) =>
    `Can no longer be read from the disk${version && `; the service has the same as ${version}`}. Nothing replaces it by itself`,
  savedLate: () =>
    'A program saved into it after it was replaced; that save is among the earlier copies, not in the library',
  libraryAdded: () => 'Library added',
  libraryRemoved: () => 'Library removed; its files stay',
  libraryPaused: () => 'Library paused',
  connected: () => 'The service answers',
  disconnected: () => 'The service cannot be reached',
};

export const activity = {
  title: 'Activity',
  operations,
  entryStates,
  kinds,
  queue: 'Queue',
  queueSummary: (waiting: number, running: number) => `${number(running)} running, ${number(waiting)} waiting`,
  queueEmptyTitle: 'Nothing else is waiting',
  queueEmptyHint: 'Everything has been sent and fetched.',
  attention: 'Needs you',
  history: 'History',
  historyEmpty: 'Nothing has happened yet.',
  retry: 'Try now',
  retryAll: 'Try all now',
  retried: 'Trying again.',
  withdraw: 'Withdraw',
  withdrawn: 'The release was withdrawn. The file is untouched.',
  otherService: (name: string) => `goes out when ${name} is connected again`,
  publishedAs: (name: string, version: string) => `${name}: published as ${version}`,
  publishedMany: (n: number) => `${number(n)} files published`,
  nextTry: (when: string) => `next try ${when}`,
  nextTrySoon: 'next try now',
  attempts: (n: number) => (n === 1 ? '1 try so far' : `${number(n)} tries so far`),
  showOlder: 'Show older',
};
