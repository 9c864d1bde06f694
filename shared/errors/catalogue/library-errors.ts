import { type ErrorKind, nothingChanged, nothingLost, permanent, transient } from './error-kind.ts';

/** What is the matter with the folder of a library. */
export const libraryErrors = {
  'link-in-library': transient(
    0,
    'There is a link in the library where a folder or file belongs.',
    'Nothing was read or written through it.',
    'replace-link',
  ),
  'no-folder': transient(0, 'A file is in the library where a folder belongs.', 'It was left as it is.', 'move-file'),
  'folder-unreadable': transient(
    0,
    'This folder cannot be read, so its contents are not known now.',
    'Its contents stay as they are.',
    'check-folder',
  ),
  'disk-full': transient(0, 'The disk is full.', nothingLost, 'free-space'),
  'drive-failed': transient(0, 'The drive, or the network to it, failed.', nothingLost, 'none'),
  'system-exhausted': transient(0, 'This computer has no room for more open files now.', nothingLost, 'none'),
  'folder-not-writable': transient(
    0,
    'The library folder cannot be written to.',
    'The version is safe on the service.',
    'allow-writing',
  ),
  'library-missing': transient(
    0,
    'The library folder is missing.',
    'Nothing is removed because of this.',
    'check-folder',
  ),
  'library-folder-absent': permanent(
    0,
    'There is no folder at this place.',
    'Nothing was added or changed.',
    'check-folder',
  ),
  'library-paused': permanent(
    0,
    'You paused this library.',
    'Nothing is read, sent or fetched; every file is as it is.',
    'resume-library',
  ),
  'library-unproven': transient(
    0,
    'The folder is there, but not the marker that proves it is the library.',
    'Nothing is removed or written until that is clear.',
    'confirm-folder',
  ),
  'links-unreadable': transient(
    0,
    "The library's file .cadlibrary.json cannot be read.",
    'It was left unchanged, and nothing is decided without it.',
    'repair-links',
  ),
  'links-newer': transient(
    0,
    "The library's file .cadlibrary.json was written by a newer version of this app.",
    'It was left unchanged, and nothing is decided without it.',
    'update-app',
  ),
  'links-not-written': transient(
    0,
    "The classes of files could not be written to the library's file .cadlibrary.json.",
    'This computer keeps them and writes them as soon as it can; other computers do not know them until then.',
    'check-folder',
  ),
  'library-moved': permanent(
    0,
    'This folder is a library that this app knows in another place.',
    'Everything known about it is kept.',
    'relocate-library',
  ),
  'library-still-there': permanent(
    0,
    'This folder is a copy: the library is still in its own folder.',
    nothingChanged,
    'move-library-away',
  ),
  'library-overlaps': permanent(0, 'This folder is inside another library, or contains one.', '', 'separate-libraries'),
  'path-not-full': permanent(0, 'This is not the full path of a folder.', nothingChanged, 'check-input'),
  'folder-is-drive': permanent(0, 'This is a whole drive.', nothingChanged, 'choose-other-folder'),
  'folder-is-home': permanent(0, 'This is your home folder, or contains it.', nothingChanged, 'choose-other-folder'),
  'folder-of-system': permanent(
    0,
    'This folder is part of the operating system, or contains a part of it.',
    nothingChanged,
    'choose-other-folder',
  ),
  'folder-of-app': permanent(0, 'This app keeps its own data in this folder.', nothingChanged, 'choose-other-folder'),
  'library-only-receives': permanent(
    0,
    'This library only receives from the service.',
    'Nothing was published.',
    'none',
  ),
} as const satisfies Record<string, ErrorKind>;
