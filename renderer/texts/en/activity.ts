import type { WithdrawAnswer } from '../../../shared/rpc/release-records.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import { activityWords } from '../../../shared/words/activity-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { writeWords } from '../../../shared/words/write-words.ts';

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

export const activity = {
  writes: {
    title: 'Waits for the service',
    refusedTitle: 'Refused by the service',
    refusedHint: 'Asked for while the service was away. It stays here until you try it again or discard it.',
    hint: 'Asked for while the service was away. It is done there, in this order, as soon as it can be.',
    operations: writeWords,
    fromAddIn: 'from an add-in',
    untitled: 'Without a name',
    waiting: 'Waiting',
    discard: 'Discard',
    discardQuestion: (n: number) =>
      n === 0
        ? 'This cannot be undone.'
        : `This cannot be undone. ${n === 1 ? '1 more that needs it goes' : `${number(n)} more that need it go`} too.`,
    discardYes: 'Discard for good',
    discarded: 'Discarded.',
    keep: 'Keep it',
    refused: (title: string) => `The service refused what waited for it: ${title}. It is kept under Activity.`,
  },
  operations,
  entryStates,
  kinds: activityWords,
  queue: 'Queue',
  queueSummary: (waiting: number, running: number) => `${number(running)} running, ${number(waiting)} waiting`,
  queueEmptyTitle: 'Nothing else is waiting',
  queueEmptyHint: 'Everything has been sent and fetched.',
  nothingToTransfer: 'Nothing waits for its turn to be sent or fetched.',
  attention: 'Needs you',
  needyFiles: (n: number) =>
    n === 1 ? '1 file in the libraries needs you' : `${number(n)} files in the libraries need you`,
  firstOnly: (n: number) => `Only the first ${number(n)} are listed.`,
  history: 'History',
  historyEmpty: 'Nothing has happened yet.',
  retry: 'Try now',
  retryAll: 'Try all now',
  retried: 'Trying again.',
  withdraw: 'Withdraw',
  takenBack: ({ withdrawn: n, sent, gone }: WithdrawAnswer) =>
    [
      n === 1 ? 'The release was withdrawn. The file is untouched.' : '',
      n > 1 ? `${number(n)} releases were withdrawn. The files are untouched.` : '',
      sent === 1 ? '1 release may have reached the service already and can no longer be taken back.' : '',
      sent > 1 ? `${number(sent)} releases may have reached the service already and can no longer be taken back.` : '',
      gone === 1 ? '1 release is no longer queued: it went out, was withdrawn, or a later one took its place.' : '',
      gone > 1
        ? `${number(gone)} releases are no longer queued: they went out, were withdrawn, or later ones took their place.`
        : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  untilResumed: (library: string) => `waits until you resume ${library}`,
  inConflict: 'changed here and on the service: it waits until you choose which version counts',
  otherService: (name: string) => `goes out when ${name} is connected again`,
  publishedAs: (name: string, version: string) => `${name}: published as ${version}`,
  publishedMany: (n: number) => `${number(n)} files published`,
  nextTry: (when: string) => `next try ${when}`,
  nextTrySoon: 'next try now',
  attempts: (n: number) => (n === 1 ? '1 try so far' : `${number(n)} tries so far`),
  showOlder: 'Show older',
  days: {
    title: (n: number) => `Last ${number(n)} days`,
    saved: 'Saved',
    published: 'Published',
    failed: 'Failed',
    unknown: 'no longer known',
  },
};
