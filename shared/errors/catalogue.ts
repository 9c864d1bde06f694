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
  'invalid-request': permanent(400, 'The request was not understood.', '', 'check-input'),
  'malformed-body': permanent(400, 'The body of the request could not be read.', '', 'check-input'),
  'unsupported-api-version': permanent(400, 'This version of the interface is not served.', '', 'update-app'),
  'license-code-rejected': permanent(400, 'The service rejected the license code.', nothingLost, 'enter-license-code'),
  'body-too-large': permanent(400, 'The file is larger than the service accepts.', safeInLibrary, 'none'),
  'body-stalled': transient(400, 'The request stopped before its end.', safeInLibrary, 'none'),
  'no-file-sent': permanent(400, 'The request carries no file.', '', 'check-input'),
  'empty-file': permanent(400, 'The file is empty.', safeInLibrary, 'none'),
  'unknown-blob': permanent(
    400,
    'The service does not have the bytes this record speaks of.',
    safeInLibrary,
    'try-again',
  ),
  'base-version-outdated': permanent(
    400,
    'The service has a newer version than the one this was made from.',
    safeInLibrary,
    'choose-side',
  ),
  'nothing-to-release': permanent(400, 'There is no draft newer than the last release.', '', 'none'),
  'not-found': permanent(404, 'The service does not have what was asked for.', '', 'check-input'),
  'unknown-operation': permanent(404, 'There is no such operation.', '', 'update-app'),
  'operation-not-served': permanent(500, 'This service does not serve this operation yet.', '', 'update-app'),
  'service-data-in-use': permanent(500, 'Another process already serves this data folder.', '', 'none'),
  'invalid-token': transient(401, 'The access token is missing, wrong or expired.', nothingLost, 'check-connection'),
  'too-many-requests': transient(429, 'The service asks to slow down.', nothingLost, 'none'),
  'internal-error': transient(500, 'The service failed.', nothingLost, 'none'),
  // Raised by the client
  'service-unreachable': transient(0, 'The service cannot be reached.', nothingLost, 'check-connection'),
  'service-timeout': transient(0, 'The service did not answer in time.', nothingLost, 'none'),
  'service-failed': transient(0, 'The service reports a failure of its own.', nothingLost, 'none'),
  'unreadable-answer': transient(
    0,
    'The answer is not one this service gives: something in between may have answered.',
    nothingLost,
    'check-connection',
  ),
  'answer-incomplete': transient(0, 'The bytes received are not the ones announced.', safeInLibrary, 'none'),
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
    'The address of a service begins with https:// or http://, and this one with something else.',
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
    'What was there before is still there.',
    'none',
  ),
  'import-under-way': permanent(0, 'Product data is being imported already.', '', 'none'),
  // Raised by the engine
  'not-offered': permanent(0, 'The connected service does not offer this.', '', 'none'),
  'file-vanished': transient(0, 'The file was gone before it could be sent.', '', 'none'),
  'file-changed-meanwhile': transient(0, 'The file changed while it was read.', safeInLibrary, 'none'),
  'file-in-use': transient(0, 'The file is open in another program.', safeInLibrary, 'close-program'),
  'file-read-only': transient(
    0,
    'The file is marked read-only, so it is not replaced.',
    'It is as it was, and the newer version is safe on the service.',
    'lift-read-only',
  ),
  'link-in-library': transient(
    0,
    'A link stands in the library where a folder or file belongs.',
    'Nothing was read or written through it.',
    'replace-link',
  ),
  'draft-not-sent': transient(0, 'What is to be published is still to be sent.', safeInLibrary, 'none'),
  'several-files': permanent(0, 'Several files have the key of what is to be published.', safeInLibrary, 'choose-file'),
  'file-unreadable': transient(0, 'The file cannot be read.', 'It was left as it is.', 'check-folder'),
  'backslash-in-name': permanent(
    0,
    'Its name has a backslash, which Windows takes for a folder.',
    'It is untouched in the library.',
    'rename',
  ),
  'garbled-name': permanent(
    0,
    'Its name has letters nobody can read: it is no valid text (UTF-8).',
    'It is untouched in the library.',
    'rename',
  ),
  'folder-unreadable': transient(
    0,
    'This folder cannot be read, so nobody knows what is in it now.',
    'What is in it stays as it is.',
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
    'The library folder is not there.',
    'Nothing is removed because of that.',
    'check-folder',
  ),
  'library-unproven': transient(
    0,
    'The library folder is there, but nothing proves that it is the library.',
    'Nothing is removed and nothing is written because of that.',
    'confirm-folder',
  ),
  'links-unreadable': transient(
    0,
    'The file .cadlibrary.json of the library cannot be read.',
    'It was left as it is, and nothing is decided without it.',
    'repair-links',
  ),
  'links-not-written': transient(
    0,
    'What files belong to could not be written to .cadlibrary.json of the library.',
    'This computer knows it and writes it as soon as that is possible; no other computer knows it until then.',
    'check-folder',
  ),
  'library-moved': permanent(
    0,
    'This folder is a library of this app that stood elsewhere.',
    'What is known of it is kept.',
    'relocate-library',
  ),
  'many-files-gone': permanent(
    0,
    'This file is gone together with many others.',
    'It does not count as removed before you say so. Its versions are safe on the service.',
    'answer-question',
  ),
  'many-files-replaced': permanent(
    0,
    'This file would be replaced by a newer version, together with many others.',
    'It stays as it is before you say so.',
    'answer-question',
  ),
  'many-files-rolled-back': permanent(
    0,
    'This file went back to an older state, together with many others.',
    'It is not sent before you say so. The newer version is safe on the service.',
    'answer-question',
  ),
  'library-overlaps': permanent(0, 'This folder is inside another library, or holds one.', '', 'check-folder'),
  'path-not-full': permanent(0, 'This is not the full path of a folder.', nothingChanged, 'check-input'),
  'folder-is-drive': permanent(
    0,
    'This is a whole drive, with all that is on it.',
    nothingChanged,
    'choose-other-folder',
  ),
  'folder-is-home': permanent(0, 'This is your home folder, or holds it.', nothingChanged, 'choose-other-folder'),
  'folder-of-system': permanent(
    0,
    'This folder is part of the operating system, or holds a part of it.',
    nothingChanged,
    'choose-other-folder',
  ),
  'folder-of-app': permanent(0, 'This app keeps its own data in this folder.', nothingChanged, 'choose-other-folder'),
  'port-in-use': permanent(0, 'Another program already listens on this port.', '', 'check-input'),
  'library-in-use': permanent(0, 'Another program already syncs with this state folder.', '', 'none'),
  'target-occupied': permanent(
    0,
    'Another file stands where this version belongs.',
    'Both files are safe.',
    'choose-file',
  ),
  'unsafe-name': permanent(
    0,
    'The service names this file in a way no folder can hold.',
    'The version is safe on the service.',
    'none',
  ),
  'newer-draft-on-service': permanent(
    0,
    'The newest draft on the service is not the one you asked to publish.',
    'Nothing was published.',
    'publish-again',
  ),
  'library-only-receives': permanent(
    0,
    'This library only receives from the service.',
    'Nothing was published.',
    'none',
  ),
  'state-unreadable': permanent(
    0,
    'The state of this app cannot be read.',
    'Your libraries are untouched.',
    'update-app',
  ),
  'state-damaged': permanent(
    0,
    'The state of this app is damaged.',
    'Your libraries and their versions are untouched.',
    'start-again',
  ),
  'state-begun-anew': permanent(
    0,
    'The state of this app was damaged, and a new one was begun.',
    'Your files and their versions are untouched, and the damaged state is kept. Settings, activity and releases that waited are lost.',
    'add-again',
  ),
  'state-gone': permanent(
    0,
    'The state of this app was gone, and a new one was begun.',
    'Your files and their versions are untouched. Settings, activity and releases that waited are lost.',
    'add-again',
  ),
  'key-not-shared': permanent(0, 'No other file of the library has the same key.', nothingChanged, 'none'),
  'unknown-item': permanent(0, 'This is not known here.', '', 'none'),
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
