import { type ErrorKind, fileUnchanged, permanent, transient } from './error-kind.ts';

/** What keeps the shapes in a file from being shown. */
export const lookErrors = {
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
  'look-stopped': transient(
    0,
    'Reading the shapes in this file took more time or memory than it may, and was stopped.',
    fileUnchanged,
    'try-again',
  ),
  'look-failed': transient(0, 'Reading the shapes in this file ended unexpectedly.', fileUnchanged, 'try-again'),
} as const satisfies Record<string, ErrorKind>;
