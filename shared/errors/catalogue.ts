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
const nothingLost = 'Nothing is lost.';
const nothingSent = 'Nothing was sent.';
const nothingChanged = 'Nothing was changed.';

/** Every error this product raises, once. `status` and wording are derived from here on all sides. */
export const catalogue = {
  // Answered by the service
  'invalid-request': kind(400, false, 'The request was not understood.', '', 'check-input'),
  'malformed-body': kind(400, false, 'The body of the request could not be read.', '', 'check-input'),
  'unsupported-api-version': kind(400, false, 'This version of the interface is not served.', '', 'update-app'),
  'license-code-rejected': kind(
    400,
    false,
    'The service rejected the license code.',
    nothingLost,
    'enter-license-code',
  ),
  'body-too-large': kind(400, false, 'The file is larger than the service accepts.', safeInLibrary, 'none'),
  'body-stalled': kind(400, true, 'The request stopped before its end.', safeInLibrary, 'none'),
  'no-file-sent': kind(400, false, 'The request carries no file.', '', 'check-input'),
  'empty-file': kind(400, false, 'The file is empty.', safeInLibrary, 'none'),
  'unknown-blob': kind(
    400,
    false,
    'The service does not have the bytes this record speaks of.',
    safeInLibrary,
    'try-again',
  ),
  'base-version-outdated': kind(
    400,
    false,
    'The service has a newer version than the one this was made from.',
    safeInLibrary,
    'choose-side',
  ),
  'nothing-to-release': kind(400, false, 'There is no draft newer than the last release.', '', 'none'),
  'not-found': kind(404, false, 'The service does not have what was asked for.', '', 'check-input'),
  'unknown-operation': kind(404, false, 'There is no such operation.', '', 'update-app'),
  'operation-not-served': kind(500, false, 'This service does not serve this operation yet.', '', 'update-app'),
  'service-data-in-use': kind(500, false, 'Another process already serves this data folder.', '', 'none'),
  'invalid-token': kind(401, true, 'The access token is missing, wrong or expired.', nothingLost, 'check-connection'),
  'too-many-requests': kind(429, true, 'The service asks to slow down.', nothingLost, 'none'),
  'internal-error': kind(500, true, 'The service failed.', nothingLost, 'none'),
  // Raised by the client
  'service-unreachable': kind(0, true, 'The service cannot be reached.', nothingLost, 'check-connection'),
  'service-timeout': kind(0, true, 'The service did not answer in time.', nothingLost, 'none'),
  'service-failed': kind(0, true, 'The service reports a failure of its own.', nothingLost, 'none'),
  'unreadable-answer': kind(
    0,
    true,
    'The answer is not one this service gives: something in between may have answered.',
    nothingLost,
    'check-connection',
  ),
  'answer-incomplete': kind(0, true, 'The bytes received are not the ones announced.', safeInLibrary, 'none'),
  'request-rejected': kind(0, false, 'The service did not accept the request.', nothingLost, 'try-again'),
  'sign-in-failed': kind(
    0,
    false,
    'The service did not accept the client id and secret.',
    nothingLost,
    'check-connection',
  ),
  'client-secret-missing': kind(
    0,
    false,
    'There is no client secret for this address yet.',
    'Nothing secret was sent.',
    'enter-client-secret',
  ),
  'license-code-missing': kind(
    0,
    false,
    'There is no license code for this address yet.',
    nothingLost,
    'enter-license-code',
  ),
  'address-invalid': kind(0, false, 'This is not the address of a service.', nothingSent, 'check-address'),
  'address-scheme-refused': kind(
    0,
    false,
    'The address of a service begins with https:// or http://, and this one with something else.',
    nothingSent,
    'check-address',
  ),
  'address-with-password': kind(
    0,
    false,
    'The address of a service must not contain a user name or password.',
    nothingSent,
    'check-address',
  ),
  'address-not-encrypted': kind(
    0,
    false,
    'The address begins with http://: secrets and files would cross the network unencrypted.',
    nothingSent,
    'use-https',
  ),
  'not-connected': kind(0, false, 'No service is set up yet.', nothingLost, 'check-connection'),
  cancelled: kind(0, false, 'This was cancelled.', '', 'none'),
  // Raised by imports
  'import-file-unreadable': kind(
    0,
    false,
    'The file cannot be imported.',
    'What was there before is still there.',
    'none',
  ),
  'import-under-way': kind(0, false, 'Product data is being imported already.', '', 'none'),
  // Raised by the engine
  'not-offered': kind(0, false, 'The connected service does not offer this.', '', 'none'),
  'file-vanished': kind(0, true, 'The file was gone before it could be sent.', '', 'none'),
  'file-changed-meanwhile': kind(0, true, 'The file changed while it was read.', safeInLibrary, 'none'),
  'file-in-use': kind(0, true, 'The file is open in another program.', safeInLibrary, 'close-program'),
  'file-read-only': kind(
    0,
    true,
    'The file is marked read-only, so it is not replaced.',
    'It is as it was, and the newer version is safe on the service.',
    'lift-read-only',
  ),
  'link-in-library': kind(
    0,
    true,
    'A link stands in the library where a folder or file belongs.',
    'Nothing was read or written through it.',
    'replace-link',
  ),
  'draft-not-sent': kind(0, true, 'What is to be published is still to be sent.', safeInLibrary, 'none'),
  'several-files': kind(
    0,
    false,
    'Several files have the key of what is to be published.',
    safeInLibrary,
    'choose-file',
  ),
  'file-unreadable': kind(0, true, 'The file cannot be read.', 'It was left as it is.', 'check-folder'),
  'backslash-in-name': kind(
    0,
    false,
    'Its name has a backslash, which Windows takes for a folder.',
    'It is untouched in the library.',
    'rename',
  ),
  'garbled-name': kind(
    0,
    false,
    'Its name has letters nobody can read: it is no valid text (UTF-8).',
    'It is untouched in the library.',
    'rename',
  ),
  'folder-unreadable': kind(
    0,
    true,
    'This folder cannot be read, so nobody knows what is in it now.',
    'What is in it stays as it is.',
    'check-folder',
  ),
  'disk-full': kind(0, true, 'The disk is full.', safeInLibrary, 'free-space'),
  'folder-not-writable': kind(
    0,
    false,
    'The library folder cannot be written to.',
    'The version is safe on the service.',
    'check-folder',
  ),
  'library-missing': kind(
    0,
    true,
    'The library folder is not there.',
    'Nothing is removed because of that.',
    'check-folder',
  ),
  'library-unproven': kind(
    0,
    true,
    'The library folder is there, but nothing proves that it is the library.',
    'Nothing is removed and nothing is written because of that.',
    'confirm-folder',
  ),
  'links-unreadable': kind(
    0,
    true,
    'The file .cadlibrary.json of the library cannot be read.',
    'It was left as it is, and nothing is decided without it.',
    'repair-links',
  ),
  'links-not-written': kind(
    0,
    true,
    'What files belong to could not be written to .cadlibrary.json of the library.',
    'This computer knows it and writes it as soon as that is possible; no other computer knows it until then.',
    'check-folder',
  ),
  'library-moved': kind(
    0,
    false,
    'This folder is a library of this app that stood elsewhere.',
    'What is known of it is kept.',
    'relocate-library',
  ),
  'many-files-gone': kind(
    0,
    false,
    'This file is gone together with many others.',
    'It does not count as removed before you say so. Its versions are safe on the service.',
    'answer-question',
  ),
  'many-files-replaced': kind(
    0,
    false,
    'This file would be replaced by a newer version, together with many others.',
    'It stays as it is before you say so.',
    'answer-question',
  ),
  'many-files-rolled-back': kind(
    0,
    false,
    'This file went back to an older state, together with many others.',
    'It is not sent before you say so. The newer version is safe on the service.',
    'answer-question',
  ),
  'library-overlaps': kind(0, false, 'This folder is inside another library, or holds one.', '', 'check-folder'),
  'path-not-full': kind(0, false, 'This is not the full path of a folder.', nothingChanged, 'check-input'),
  'folder-is-drive': kind(
    0,
    false,
    'This is a whole drive, with all that is on it.',
    nothingChanged,
    'choose-other-folder',
  ),
  'folder-is-home': kind(0, false, 'This is your home folder, or holds it.', nothingChanged, 'choose-other-folder'),
  'folder-of-system': kind(
    0,
    false,
    'This folder is part of the operating system, or holds a part of it.',
    nothingChanged,
    'choose-other-folder',
  ),
  'folder-of-app': kind(0, false, 'This app keeps its own data in this folder.', nothingChanged, 'choose-other-folder'),
  'port-in-use': kind(0, false, 'Another program already listens on this port.', '', 'check-input'),
  'library-in-use': kind(0, false, 'Another program already syncs with this state folder.', '', 'none'),
  'engine-gone': kind(
    0,
    false,
    'The app or sync that was asked ended before it answered.',
    'No file is lost; "cadsync status" tells how things are now.',
    'try-again',
  ),
  'target-occupied': kind(
    0,
    false,
    'Another file stands where this version belongs.',
    'Both files are safe.',
    'choose-file',
  ),
  'unsafe-name': kind(
    0,
    false,
    'The service names this file in a way no folder can hold.',
    'The version is safe on the service.',
    'none',
  ),
  'newer-draft-on-service': kind(
    0,
    false,
    'The newest draft on the service is not the one you asked to publish.',
    'Nothing was published.',
    'publish-again',
  ),
  'library-only-receives': kind(
    0,
    false,
    'This library only receives from the service.',
    'Nothing was published.',
    'none',
  ),
  'state-unreadable': kind(
    0,
    false,
    'The state of this app cannot be read.',
    'Your libraries are untouched.',
    'update-app',
  ),
  'state-damaged': kind(
    0,
    false,
    'The state of this app is damaged.',
    'Your libraries and their versions are untouched.',
    'start-again',
  ),
  'state-begun-anew': kind(
    0,
    false,
    'The state of this app was damaged, and a new one was begun.',
    'Your files and their versions are untouched, and the damaged state is kept. Settings, activity and releases that waited are lost.',
    'add-again',
  ),
  'state-gone': kind(
    0,
    false,
    'The state of this app was gone, and a new one was begun.',
    'Your files and their versions are untouched. Settings, activity and releases that waited are lost.',
    'add-again',
  ),
  'key-not-shared': kind(0, false, 'No other file of the library has the same key.', nothingChanged, 'none'),
  'unknown-item': kind(0, false, 'This is not known here.', '', 'none'),
  'unexpected-failure': kind(
    0,
    false,
    'Something unexpected went wrong in this app.',
    'Your files are untouched.',
    'try-again',
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof catalogue;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(catalogue, text);
}

function kind(status: number, retryable: boolean, happened: string, safe: string, action: ErrorAction): ErrorKind {
  return { status, retryable, happened, safe, action };
}
