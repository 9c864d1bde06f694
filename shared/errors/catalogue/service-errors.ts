import { type ErrorKind, nothingChanged, nothingLost, permanent, safeInLibrary, transient } from './error-kind.ts';

/** What the service answers. */
export const serviceErrors = {
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
  'service-behind-away': transient(
    503,
    'The service behind this address cannot be asked now, and it has not answered this before.',
    nothingChanged,
    'none',
  ),
  'service-behind-forbids': permanent(
    403,
    'The service behind this address forbids this to the account that the app is signed in with.',
    nothingChanged,
    'none',
  ),
  'right-missing': permanent(
    403,
    'This client may not do that. Whoever runs the service can give it the right.',
    nothingChanged,
    'none',
  ),
  'bytes-lost': transient(
    500,
    'The service has lost the bytes of this file.',
    'Nothing in your libraries was changed.',
    'restore-bytes',
  ),
  'service-full': transient(
    500,
    'The disk on which the service keeps its files is full. Where this app runs the service itself, it is a disk of this computer.',
    nothingLost,
    'free-space',
  ),
  'invalid-token': transient(401, 'The access token is missing, wrong or expired.', nothingLost, 'check-connection'),
  'too-many-requests': transient(429, 'The service asked for fewer requests.', nothingLost, 'none'),
  'service-busy': transient(
    503,
    'The service is reading so many long requests that it takes no more of them at the moment.',
    nothingLost,
    'none',
  ),
  'internal-error': transient(500, 'The service had an internal error.', nothingLost, 'none'),
} as const satisfies Record<string, ErrorKind>;
