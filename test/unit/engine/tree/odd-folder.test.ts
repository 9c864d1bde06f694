import { describe, expect, it, test } from 'vitest';
import { isFullPath, isShareRoot, oddFolder, type KnownFolders } from '../../../../electron/engine/tree/odd-folder.ts';

const linux: KnownFolders = {
  platform: 'linux',
  home: '/home/me',
  system: [],
  own: ['/home/me/.local/share/CAD Library Sync'],
};
const darwin: KnownFolders = {
  platform: 'darwin',
  home: '/Users/me',
  system: [],
  own: ['/Users/me/Library/Application Support/CAD Library Sync'],
};
const win32: KnownFolders = {
  platform: 'win32',
  home: 'C:\\Users\\me',
  system: ['C:\\Windows', 'C:\\Program Files', 'C:\\Program Files (x86)'],
  own: ['C:\\Users\\me\\AppData\\Roaming\\CAD Library Sync'],
};

describe.each([
  ['Linux', linux],
  ['macOS', darwin],
  ['Windows', win32],
] as const)('a folder that is to be a library on %s', (system, known) => {
  const cases: Readonly<Record<typeof system, readonly (readonly [string, ReturnType<typeof oddFolder>])[]>> = {
    Linux: [
      ['/', 'folder-is-drive'],
      ['/home/me', 'folder-is-home'],
      ['/home/me/', 'folder-is-home'],
      ['/home', 'folder-is-home'],
      ['/home/me/.local/share', 'folder-of-app'],
      ['/home/me/.local/share/CAD Library Sync', 'folder-of-app'],
      ['/srv/cad/.cadlibrary', 'folder-of-app'],
      ['/srv/cad/.cadlibrary/backup/2026', 'folder-of-app'],
      ['/srv/cad.cadlibrary', undefined],
      ['/etc', 'folder-of-system'],
      ['/etc/cad', 'folder-of-system'],
      ['/usr/share/cad', 'folder-of-system'],
      ['/home/me/library', undefined],
      ['/home/me/.local/share/CAD Library Sync/demo library', undefined],
      ['/home/another/library', undefined],
      ['/home/me2', undefined],
      ['/usr2/library', undefined],
      ['/ETC', undefined],
      ['/srv/cad', undefined],
      ['/tmp/library', undefined],
      ['/run/media/me/stick/library', undefined],
    ],
    macOS: [
      ['/', 'folder-is-drive'],
      ['/Users/me', 'folder-is-home'],
      ['/users/ME/', 'folder-is-home'],
      ['/Users', 'folder-is-home'],
      ['/Users/me/Library', 'folder-of-app'],
      ['/System/Library', 'folder-of-system'],
      ['/library', 'folder-of-system'],
      ['/private/etc', 'folder-of-system'],
      ['/private', 'folder-of-system'],
      ['/Applications/CAD.app', 'folder-of-system'],
      ['/private/tmp/library', undefined],
      ['/private/var/folders/xy/library', undefined],
      ['/Users/me/Documents/Library', undefined],
      ['/Users/Shared/cad', undefined],
      ['/Volumes/stick/library', undefined],
    ],
    Windows: [
      ['C:\\', 'folder-is-drive'],
      ['d:/', 'folder-is-drive'],
      ['\\\\?\\D:\\', 'folder-is-drive'],
      ['\\\\?\\Volume{8d5c}\\', 'folder-is-drive'],
      ['C:\\Users\\me', 'folder-is-home'],
      ['c:\\users\\ME\\', 'folder-is-home'],
      ['C:\\Users', 'folder-is-home'],
      ['\\\\?\\C:\\Users\\me', 'folder-is-home'],
      ['C:\\Users\\me\\AppData\\Roaming', 'folder-of-app'],
      ['D:\\cad\\.CADLIBRARY\\backup', 'folder-of-app'],
      ['c:\\WINDOWS', 'folder-of-system'],
      ['C:\\Windows\\Fonts', 'folder-of-system'],
      ['C:/Program Files/Autodesk', 'folder-of-system'],
      ['C:\\Program Files (x86)', 'folder-of-system'],
      ['C:\\Windows library', undefined],
      ['C:\\ProgramData\\Autodesk\\RVT 2025\\Libraries', undefined],
      ['C:\\Users\\me\\library', undefined],
      ['D:\\library', undefined],
      ['\\\\server\\share', undefined],
      ['\\\\server\\share\\library', undefined],
      ['\\\\?\\UNC\\server\\share\\library', undefined],
    ],
  };
  test.each(cases[system])('%s: %s', (folder, expected) => {
    expect(oddFolder(folder, known)).toBe(expected);
  });
});

it('what is below a home folder is its owner’s, also where that stands among system folders', () => {
  expect(oddFolder('/usr/home/me/library', { ...linux, home: '/usr/home/me' })).toBeUndefined();
  expect(oddFolder('/usr/library', { ...linux, home: '/' })).toBe('folder-of-system');
  expect(oddFolder('/srv/library', { ...linux, home: '/' })).toBeUndefined();
});

test.each([
  ['win32', '\\\\server\\share', true],
  ['win32', '\\\\server\\share\\', true],
  ['win32', '\\\\?\\UNC\\server\\share', true],
  ['win32', '\\\\server\\share\\library', false],
  ['win32', 'C:\\library', false],
  ['darwin', '/Volumes/office/', true],
  ['darwin', '/Volumes/office/library', false],
  ['linux', '/media/me/stick', true],
  ['linux', '/run/media/me/stick', true],
  ['linux', '/mnt/office', true],
  ['linux', '/mnt/office/library', false],
  ['linux', '/media/me', false],
] as const)('on %s, %s is a whole share or drive: %s', (platform, folder, expected) => {
  expect(isShareRoot(folder, { platform })).toBe(expected);
});

test.each([
  ['linux', '/library', true],
  ['linux', 'library', false],
  ['linux', './library', false],
  ['linux', '~/library', false],
  ['linux', 'C:\\library', false],
  ['darwin', '/Users/me', true],
  ['darwin', '', false],
  ['win32', 'C:\\library', true],
  ['win32', 'c:/library', true],
  ['win32', '\\\\server\\share', true],
  ['win32', 'C:library', false],
  ['win32', '\\library', false],
  ['win32', 'library', false],
  ['win32', '..\\library', false],
] as const)('on %s, %j is a full path: %s', (platform, path, expected) => {
  expect(isFullPath(path, platform)).toBe(expected);
});
