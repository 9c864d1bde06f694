import type { FileFilter, FileState } from '../../../shared/rpc/file-records.ts';

const words: Record<FileState, string> = {
  upToDate: 'Up to date',
  unconfirmed: 'Not confirmed',
  draft: 'Draft',
  settling: 'To be read',
  missing: 'Missing',
  waiting: 'Waiting',
  releaseQueued: 'Release queued',
  notSent: 'Not sent',
  notFetched: 'Newer on the service',
  uploading: 'Uploading',
  downloading: 'Downloading',
  conflict: 'Conflict',
  needsYou: 'Needs you',
  unassigned: 'Unassigned',
  otherProgram: 'Other program',
  doublyClaimed: 'Claimed twice',
  releaseLost: 'Release lost',
  removedHere: 'Removed here',
  openElsewhere: 'Open elsewhere',
};

const filters: Record<FileFilter, string> = {
  all: 'All',
  drafts: 'To publish',
  needsYou: 'Needs you',
  unassigned: 'Unassigned',
  removedHere: 'Removed here',
};

export const states = { words, openIn: (program: string) => `Open in ${program}`, filters };
