import { expect, it } from 'vitest';
import { FileNotTakenError } from '../../../../renderer/connect/file-not-taken.ts';
import { readError } from '../../../../renderer/connect/read-error.ts';

it('a file that changed while it was sent, so that the browser has no answer, is said not to have been added', () => {
  expect(readError(new FileNotTakenError(''), true)).toEqual({ code: 'addition-broken-off' });
});

it('a file that the app refused is told with its reason', () => {
  const answered = JSON.stringify({ code: 'disk-full', detail: '1 MB is free.' });
  expect(readError(new FileNotTakenError(answered), true)).toEqual({ code: 'disk-full', detail: '1 MB is free.' });
});
