import type { ErrorAction } from './actions.ts';

interface ErrorKind {
  /** The HTTP status the service answers with; 0 for errors that never cross HTTP. */
  readonly status: number;
  /** Whether the same thing may work later without anybody doing something: then it is tried again with back-off. */
  readonly retryable: boolean;
  /** What happened, as one sentence. */
  readonly happened: string;
  /** What is safe, as one sentence; empty where nothing was at stake. */
  readonly safe: string;
  readonly action: ErrorAction;
}

const safeInLibrary = 'Your file is untouched in the library.';
const fileUnchanged = 'The file is unchanged.';
const nothingLost = 'Nothing is lost.';
const nothingSent = 'Nothing was sent.';
const nothingChanged = 'Nothing was changed.';

/** Every error this product raises, once. `status` and wording are derived from here on all sides. */
export const catalogue = {
  // Answered by the service
  'invalid-request': permanent(400, 'The request was not understood.', '', 'check-input'),
  'malformed-body': permanent(400, 'The body of the request could not be read.', '', 'check-input'),
  'unsupported-api-version': permanent(400, 'The service does not support this API version.', '', 'update-app'),
  'license-code-rejected': permanent(400, 'The service rejected the license code.', nothingLost, 'enter-license-code'),
  'body-too-large': permanent(400, 'The file is larger than the service accepts.', safeInLibrary, 'none'),
  'body-stalled': transient(400, 'The request ended before all of it had arrived.', safeInLibrary, 'none'),
  'no-file-sent': permanent(400, 'The request contains no file.', '', 'check-input'),
  'empty-file': permanent(400, 'The file is empty.', safeInLibrary, 'none'),
  'unknown-blob': permanent(
    400,
    'The service does not have the bytes that this record refers to.',
    safeInLibrary,
    'try-again',
  ),
  'base-version-outdated': permanent(
    400,
    'The service has a newer version than the one this file is based on.',
    safeInLibrary,
    'choose-side',
  ),
  'nothing-to-release': permanent(400, 'There is no draft newer than the last release.', '', 'none'),
  'not-found': permanent(404, 'The service did not find what was requested.', '', 'check-input'),
  'unknown-operation': permanent(404, 'There is no such operation.', '', 'update-app'),
  'operation-not-served': permanent(500, 'This service does not support this operation yet.', '', 'update-app'),
  'service-data-in-use': permanent(500, 'Another process is already serving this data folder.', '', 'none'),
  'service-behind-away': transient(
    503,
    'The service behind this address cannot be asked now, and it has not answered this before.',
    nothingChanged,
    'none',
  ),
  'right-missing': permanent(
    403,
    'This client may not do that. Whoever runs the service can give it the right.',
    nothingChanged,
    'none',
  ),
  'file-store-away': transient(503, 'The service cannot reach its store of files now.', nothingLost, 'none'),
  'file-store-refused': permanent(500, 'The store of files refuses the service.', nothingLost, 'check-input'),
  'bytes-lost': transient(
    500,
    'The service has lost the bytes of this file.',
    'Nothing in your libraries was changed.',
    'restore-bytes',
  ),
  'database-unreachable': transient(
    503,
    'The database of the service cannot be reached at the moment.',
    'Everything the service has acknowledged is safe.',
    'none',
  ),
  'database-crowded': transient(
    503,
    'The database of the service takes no more connections at the moment.',
    'Everything the service has acknowledged is safe.',
    'none',
  ),
  'database-refused': permanent(
    500,
    'The database of the service did not accept the user, the password or the name of the database.',
    nothingChanged,
    'check-input',
  ),
  'database-unsuitable': permanent(500, 'The service cannot work with this database.', nothingChanged, 'none'),
  'database-address-invalid': permanent(
    0,
    'This is not the address of a PostgreSQL database: it looks like postgres://user@host:5432/database.',
    nothingChanged,
    'check-input',
  ),
  'invalid-token': transient(401, 'The access token is missing, wrong or expired.', nothingLost, 'check-connection'),
  'too-many-requests': transient(429, 'The service asked for fewer requests.', nothingLost, 'none'),
  'internal-error': transient(500, 'The service had an internal error.', nothingLost, 'none'),
  // Raised by the client
  'service-unreachable': transient(0, 'The service cannot be reached.', nothingLost, 'check-connection'),
  'service-timeout': transient(0, 'The service did not answer in time.', nothingLost, 'none'),
  'service-unavailable': transient(0, 'The service is not available at the moment.', nothingLost, 'none'),
  'no-network': transient(0, 'This computer has no network.', nothingLost, 'connect-network'),
  'network-sign-in-needed': transient(
    0,
    'The network answers in the place of the service: it probably wants you to sign in to it first.',
    nothingLost,
    'sign-in-to-network',
  ),
  'proxy-sign-in-needed': transient(
    0,
    'The proxy of this network lets nothing through before it knows who asks.',
    nothingLost,
    'sign-in-to-proxy',
  ),
  'certificate-not-trusted': transient(
    0,
    'Whoever answers at the address of the service cannot prove to be it.',
    'Nothing secret was sent.',
    'check-certificate',
  ),
  'service-failed': transient(0, 'The service reported an internal error.', nothingLost, 'none'),
  'unreadable-answer': transient(
    0,
    'The answer does not look like one of this service: a proxy or a sign-in page may have sent it.',
    nothingLost,
    'check-connection',
  ),
  'interrupted-by-sleep': transient(0, 'The computer slept while the service was asked.', nothingLost, 'none'),
  'answer-incomplete': transient(0, 'The bytes received do not match what was announced.', safeInLibrary, 'none'),
  'request-rejected': permanent(0, 'The service did not accept the request.', nothingLost, 'try-again'),
  'sign-in-failed': permanent(
    0,
    'The service did not accept the client id and secret.',
    nothingLost,
    'check-connection',
  ),
  'client-secret-missing': permanent(
    0,
    'There is no client secret for this address yet.',
    'Nothing secret was sent.',
    'enter-client-secret',
  ),
  'license-code-missing': permanent(
    0,
    'There is no license code for this address yet.',
    nothingLost,
    'enter-license-code',
  ),
  'address-invalid': permanent(0, 'This is not the address of a service.', nothingSent, 'check-address'),
  'address-scheme-refused': permanent(
    0,
    'The address of a service begins with https:// or http://; this one does not.',
    nothingSent,
    'check-address',
  ),
  'address-with-password': permanent(
    0,
    'The address of a service must not contain a user name or password.',
    nothingSent,
    'check-address',
  ),
  'address-not-encrypted': permanent(
    0,
    'The address begins with http://: secrets and files would cross the network unencrypted.',
    nothingSent,
    'use-https',
  ),
  'not-connected': permanent(0, 'No service is set up yet.', nothingLost, 'check-connection'),
  cancelled: permanent(0, 'This was cancelled.', '', 'none'),
  // Raised by imports
  'import-file-unreadable': permanent(
    0,
    'The file cannot be imported.',
    'The product data from before is unchanged.',
    'none',
  ),
  // Raised by copies of a service
  'copy-target-differs': permanent(
    0,
    'The place to copy to has something that the service to copy has not, or has in another way.',
    'What was there is unchanged.',
    'check-input',
  ),
  'copy-names-meet': permanent(
    0,
    'Two things have names that this database cannot tell apart.',
    'The service to copy is unchanged.',
    'check-input',
  ),
  'copy-bytes-damaged': permanent(
    0,
    'The bytes of a file are not those that were stored.',
    'The service to copy is unchanged, and what was copied before is whole.',
    'check-input',
  ),
  'copy-not-verified': permanent(
    0,
    'Both sides differ after the copy: one of them was changed meanwhile.',
    'The service to copy is unchanged. Copy again while nobody works with either.',
    'try-again',
  ),
  'import-under-way': permanent(409, 'An import is already running.', '', 'none'),
  'saving-under-way': permanent(0, 'Another file is being saved.', '', 'none'),
  // Raised by looking at what is drawn in a file
  'look-no-reader': permanent(0, 'Only the program this file comes from can show its shapes.', fileUnchanged, 'none'),
  'look-no-drawing': permanent(0, 'This is not a CAD file that can be shown.', fileUnchanged, 'choose-drawing'),
  'look-unreadable': permanent(0, 'The shapes in this file cannot be read.', fileUnchanged, 'none'),
  'look-limit': permanent(0, 'Showing the shapes in this file takes more than one file may.', fileUnchanged, 'none'),
  'look-unlike': permanent(
    0,
    'One file is a model and the other a drawing, so their shapes cannot be compared.',
    'Both files are unchanged.',
    'none',
  ),
  'look-no-surface': permanent(
    0,
    'There are no surfaces in both files to measure between.',
    'Both files are unchanged.',
    'none',
  ),
  'look-failed': permanent(
    0,
    'Reading the shapes in this file ended unexpectedly.',
    'The file is unchanged, and it is not tried again until it changes.',
    'none',
  ),
  // Raised by commands that are given a file
  'file-not-found': permanent(0, 'There is no such file.', '', 'check-path'),
  'folder-not-file': permanent(0, 'This is a folder, not a file.', '', 'check-path'),
  'file-not-permitted': permanent(0, 'You may not read this file.', '', 'ask-permission'),
  'picture-not-written': permanent(0, 'The picture could not be written.', nothingChanged, 'check-folder'),
  // Raised by the engine
  'not-offered': permanent(0, 'The connected service does not offer this.', '', 'none'),
  'file-vanished': transient(0, 'The file disappeared before it could be sent.', '', 'none'),
  'file-changed-meanwhile': transient(0, 'The file changed while it was being read.', safeInLibrary, 'none'),
  'file-in-use': transient(0, 'The file is open in another program.', safeInLibrary, 'close-program'),
  'file-read-only': transient(
    0,
    'The file is marked read-only, so it is not replaced.',
    'It is unchanged, and the newer version is safe on the service.',
    'lift-read-only',
  ),
  'link-in-library': transient(
    0,
    'There is a link in the library where a folder or file belongs.',
    'Nothing was read or written through it.',
    'replace-link',
  ),
  'draft-not-sent': transient(0, 'The draft to publish has not been sent yet.', safeInLibrary, 'none'),
  'file-without-classes': permanent(0, 'The file has no class yet.', safeInLibrary, 'choose-class'),
  'several-files': permanent(
    0,
    'Several files have the same key as the file to publish.',
    safeInLibrary,
    'choose-file',
  ),
  'file-unreadable': transient(0, 'The file cannot be read.', 'It was left unchanged.', 'check-folder'),
  'backslash-in-name': permanent(
    0,
    'Its name contains a backslash, which Windows treats as the end of a folder name.',
    'It is untouched in the library.',
    'rename',
  ),
  'garbled-name': permanent(0, 'Its name is not valid text (UTF-8).', 'It is untouched in the library.', 'rename'),
  'folder-unreadable': transient(
    0,
    'This folder cannot be read, so its contents are not known now.',
    'Its contents stay as they are.',
    'check-folder',
  ),
  'disk-full': transient(0, 'The disk is full.', safeInLibrary, 'free-space'),
  'folder-not-writable': permanent(
    0,
    'The library folder cannot be written to.',
    'The version is safe on the service.',
    'check-folder',
  ),
  'library-missing': transient(
    0,
    'The library folder is missing.',
    'Nothing is removed because of this.',
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
  'many-files-gone': permanent(
    0,
    'This file disappeared together with many others.',
    'It does not count as removed until you say so. Its versions are safe on the service.',
    'answer-question',
  ),
  'many-files-replaced': permanent(
    0,
    'This file would be replaced by a newer version, together with many others.',
    'It stays as it is until you say so.',
    'answer-question',
  ),
  'many-files-rolled-back': permanent(
    0,
    'This file went back to an older state, together with many others.',
    'It is not sent until you say so. The newer version is safe on the service.',
    'answer-question',
  ),
  'library-overlaps': permanent(0, 'This folder is inside another library, or contains one.', '', 'check-folder'),
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
  'port-in-use': permanent(0, 'Another program is already listening on this port.', '', 'check-input'),
  'file-store-address-invalid': permanent(
    0,
    'This is not the address of a store of files, such as s3://bucket/prefix?endpoint=https://s3.example.com.',
    nothingSent,
    'check-input',
  ),
  'files-of-another-database': permanent(
    0,
    'These files do not belong to this database.',
    nothingChanged,
    'check-input',
  ),
  'library-in-use': permanent(0, 'Another program is already syncing with this state folder.', '', 'none'),
  'engine-gone': permanent(
    0,
    'The app or sync that was asked ended before it answered.',
    'No file is lost; "cadsync status" tells how things are now.',
    'try-again',
  ),
  'target-occupied': permanent(0, 'Another file is where this version belongs.', 'Both files are safe.', 'choose-file'),
  'place-taken': permanent(0, 'A file with this name is there already.', 'It was left as it is.', 'name-otherwise'),
  'not-cad-file': permanent(0, 'This is no CAD file that a library can hold.', nothingChanged, 'none'),
  'unsafe-name': permanent(
    0,
    'The service gives this file a name that folders do not allow.',
    'The version is safe on the service.',
    'none',
  ),
  'newer-draft-on-service': permanent(
    0,
    'The newest draft on the service is not the one you asked to publish.',
    'Nothing was published.',
    'publish-again',
  ),
  'bytes-differ-on-service': permanent(
    0,
    'The service says that it has other bytes than were sent.',
    'The versions on this computer are untouched.',
    'try-again',
  ),
  'library-only-receives': permanent(
    0,
    'This library only receives from the service.',
    'Nothing was published.',
    'none',
  ),
  'state-unreadable': permanent(
    0,
    'This app cannot read its saved state.',
    'Your libraries are untouched.',
    'update-app',
  ),
  'writes-unreadable': permanent(
    0,
    'What waits for the service cannot be read, so nothing more can wait for it.',
    'It is still there, untouched.',
    'update-app',
  ),
  'state-damaged': permanent(
    0,
    'The saved state of this app is damaged.',
    'Your libraries and their versions are untouched.',
    'start-again',
  ),
  'state-begun-anew': permanent(
    0,
    'The saved state of this app was damaged, so it started a new one.',
    'Your files and their versions are untouched, and the damaged state is kept. Settings, activity and waiting releases are lost.',
    'add-again',
  ),
  'state-gone': permanent(
    0,
    'The saved state of this app was gone, so it started a new one.',
    'Your files and their versions are untouched. Settings, activity and waiting releases are lost.',
    'add-again',
  ),
  'app-changed': permanent(
    0,
    'Part of this app is not as it was installed.',
    'The app did not start, and your libraries are untouched.',
    'reinstall-app',
  ),
  'file-not-opened': permanent(0, 'No program opened this file.', safeInLibrary, 'set-program'),
  'key-not-shared': permanent(0, 'No other file in the library has the same key.', nothingChanged, 'none'),
  'filter-waits': transient(
    0,
    'The service does not have this filter yet.',
    'It waits, and goes there as soon as the service answers.',
    'none',
  ),
  'filter-refused': permanent(0, 'The service refused this filter.', 'What you asked for is kept.', 'none'),
  'write-going-out': permanent(0, 'This is being sent right now.', nothingChanged, 'try-again'),
  'unknown-item': permanent(0, 'This item is not known.', '', 'none'),
  'unexpected-failure': permanent(
    0,
    'Something unexpected went wrong in this app.',
    'Your files are untouched.',
    'try-again',
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof catalogue;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(catalogue, text);
}

/** It may pass by itself: what failed is tried again with back-off. */
function transient(status: number, happened: string, safe: string, action: ErrorAction): ErrorKind {
  return { status, retryable: true, happened, safe, action };
}

/** It stays until somebody does something about it. */
function permanent(status: number, happened: string, safe: string, action: ErrorAction): ErrorKind {
  return { status, retryable: false, happened, safe, action };
}
