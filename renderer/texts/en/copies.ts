import type { BackupReason, PutBackRecord } from '../../../shared/rpc/backup-records.ts';

const reasons: Record<BackupReason, (replacedBy: string) => string> = {
  newerVersion: (version) => (version ? `replaced by ${version}` : 'replaced by a newer version'),
  tookTheirs: (version) => `yours, when you took theirs${version && `, ${version}`}`,
  restored: (version) =>
    version ? `replaced when ${version} was put back` : 'replaced when an earlier copy was put back',
  savedLate: (version) => `a program saved into it after it was replaced${version && ` by ${version}`}`,
  savedLateLeft: (version) => `a program saved into it after it was replaced${version && ` by ${version}`}, left here`,
  superseded: () => 'a save that was not sent then',
  addedOver: () => 'replaced by a file that was added',
  additionUndone: () => 'added, and taken back',
  opened: () => 'opened to look at',
  unknown: () => 'found in the backup folder',
};

const replaced = 'A file that it replaced is kept as an earlier copy.';
const nexts: Record<PutBackRecord['next'], (put: PutBackRecord) => string> = {
  sent: () => `It is sent as the next draft. ${replaced}`,
  onPublish: () => `It is sent once you publish it. ${replaced}`,
  unread: () => `Its details say whether it is sent. ${replaced}`,
  notSent: () => `It is not sent; its details say why. ${replaced}`,
  inStep: ({ version = '' }) => `It is the same as version ${version}: there is nothing to send. ${replaced}`,
  pick: ({ rival = '' }) =>
    `${rival} is a file of the same product: neither is sent until you choose which one counts.`,
};

export const copies = {
  title: 'Earlier copies on this computer',
  hint: 'Before a file is replaced, a copy goes to .cadlibrary/backup in its library.',
  none: 'Nothing has been replaced so far.',
  reasons,
  asVersion: (version: string) => `as in ${version}`,
  notOnService: 'not known on the service',
  notOnServiceHint: 'The service may not have this copy. It stays until you delete it.',
  clearedOn: (when: string) => `kept until ${when}`,
  goesTo: (path: string) => `goes to ${path}`,
  savedLateTitle: 'Saved after it was replaced',
  savedLateHint:
    'A program still had the replaced file open and saved into it. That save is not in the library: restore it, or leave it among the earlier copies.',
  leave: 'Leave',
  leaveOf: (name: string, when: string) => `Leave ${name} of ${when} among the earlier copies`,
  left: 'Left among the earlier copies. It stays until you delete it.',
  restore: 'Restore',
  restoreOf: (name: string, when: string) => `Restore ${name} of ${when}`,
  restored: (put: PutBackRecord) => `Put back. ${nexts[put.next](put)}`,
  restoreVersion: 'Restore',
  restoring: 'The version is being fetched …',
  restoreVersionOf: (version: string) => `Restore ${version} as a new draft`,
  remove: 'Delete',
  removeOf: (name: string, when: string) => `Delete the copy of ${name} of ${when}`,
  removeAsk: 'Delete this copy for good?',
  removeNotOnServiceAsk: 'The service may not have this copy. Delete it for good?',
  removed: 'The copy was deleted.',
  more: 'Show more',
  keepFor: 'Keep replaced files for',
  keepForHint: 'Copies that the service does not have stay until you delete them',
  historyFor: 'Keep saves that were not sent for',
  historyForHint: (longest: string) =>
    `What you save over during an outage, or before you publish, can be put back; not files above ${longest}, without a class or of a program that is not declared, nor saves while a library is paused`,
  historyUpTo: 'Up to',
  historyUpToHint: 'In each library; the oldest go first',
  historyNever: 'Do not keep them',
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
};
