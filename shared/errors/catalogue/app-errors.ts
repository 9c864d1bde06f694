import { type ErrorKind, nothingChanged, permanent, transient } from './error-kind.ts';

/** What is the matter with the app itself, or with what it was asked. */
export const appErrors = {
  'saving-under-way': permanent(
    0,
    'Another file is being saved.',
    'It goes on. Wait until it is saved, or cancel it.',
    'none',
  ),
  'port-in-use': permanent(0, 'Another program is already listening on this port.', '', 'check-input'),
  'library-in-use': permanent(
    0,
    'Another program is already syncing with this state folder.',
    'It goes on with what it syncs, and nothing was changed. Leave that to it, or end it first.',
    'none',
  ),
  'engine-gone': permanent(
    0,
    'The app or sync that was asked ended before it answered.',
    'No file is lost; "cadsync status" tells how things are now.',
    'try-again',
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
    'The saved state of this app seems to be damaged.',
    'Your libraries and their versions are untouched.',
    'start-again',
  ),
  'state-out-of-reach': transient(
    0,
    'The disk does not let this app read or write its saved state.',
    'Your libraries are untouched, and the state is kept as it is.',
    'check-folder',
  ),
  'state-not-flushed': transient(
    0,
    'The disk did not confirm that it has what this app saved.',
    'Your libraries are untouched, and nothing counts as done that may not be saved.',
    'start-again',
  ),
  'state-taken-away': permanent(
    0,
    'The saved state of this app was removed or replaced while the app was using it.',
    'Your files and their versions are untouched. Nothing is sent or fetched until it is put back or the app starts again.',
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
  'settings-unreadable': permanent(
    0,
    'Some settings were made by another version of this app, and this one cannot read them.',
    'They are kept as they are, and nothing is cleared that they may keep. Until you set them again, the defaults apply.',
    'update-app',
  ),
  'app-changed': permanent(
    0,
    'Part of this app is not as it was installed.',
    'The app did not start, and your libraries are untouched.',
    'reinstall-app',
  ),
  'filter-waits': transient(
    0,
    'The service does not have this filter yet.',
    'It waits, and goes there as soon as the service answers.',
    'none',
  ),
  'filter-refused': permanent(0, 'The service refused this filter.', 'What you asked for is kept.', 'none'),
  'write-going-out': permanent(0, 'This is being sent right now.', nothingChanged, 'try-again'),
  'changed-meanwhile': permanent(
    0,
    'This was changed elsewhere after it was shown.',
    'Nothing was saved. What is set now is shown.',
    'try-again',
  ),
  'unknown-item': permanent(0, 'This is not known here, or no longer.', nothingChanged, 'none'),
  'unexpected-failure': permanent(
    0,
    'Something unexpected went wrong in this app.',
    'Your files are untouched.',
    'try-again',
  ),
} as const satisfies Record<string, ErrorKind>;
