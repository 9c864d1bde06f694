import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { driveKindOf, isOnNetwork } from '../../../electron/platform/drive-kind.ts';

const mounts = [
  '/dev/sda1 / ext4 rw 0 0',
  'tmpfs /run tmpfs rw 0 0',
  'systemd-1 /mnt/office autofs rw 0 0',
  '//nas/office /mnt/office cifs rw 0 0',
  '//nas/new\\040drawings /mnt/new\\040drawings smb3 rw 0 0',
  'nas:/export /mnt/nfs nfs4 rw 0 0',
  'anna@nas:/ /mnt/ssh fuse.sshfs rw 0 0',
  '/dev/sdb1 /mnt/nfs/usb fuseblk rw 0 0',
].join('\n');

it.each([
  ['linux', '/home/anna/Library', false],
  ['linux', '/mnt/office/Library', true],
  ['linux', '/mnt/office', true],
  ['linux', '/mnt/offices', false],
  ['linux', '/mnt/new drawings/Library', true],
  ['linux', '/mnt/nfs/Library', true],
  ['linux', '/mnt/nfs/usb/Library', false],
  ['linux', '/mnt/ssh/Library', true],
  ['darwin', '/Users/anna/Library', false],
  ['darwin', '/Volumes/Office/Library', true],
  ['win32', 'C:\\Users\\anna', false],
  ['win32', '\\\\nas\\office\\Library', true],
] as const)(
  'is told without asking the drive: on %s, whether %s is on a network is %s',
  (platform, folder, expected) => {
    expect(isOnNetwork(folder, { platform, readMounts: () => mounts })).toBe(expected);
  },
);

it('a folder counts as local where nobody lists what is mounted', () => {
  const readMounts = (): string => {
    throw new Error('no such file');
  };
  expect(isOnNetwork('/mnt/nfs', { platform: 'linux', readMounts })).toBe(false);
});

it('on macOS a folder counts as local on the drive of the temporary folder alone, and nobody knows of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-drive-'));
  onTestFinished(() => rmdirSync(folder));
  expect(await driveKindOf(folder, 'darwin')).toBe('local');
  expect(await driveKindOf(join(folder, 'gone'), 'darwin')).toBe('unknown');
});

it.runIf(process.platform === 'linux')('on macOS nothing is known of a folder of another drive', async () => {
  expect(await driveKindOf('/proc', 'darwin')).toBe('unknown');
});
