import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toStateError } from '../../../shared/errors/state-error.ts';

const file = '/data/state.db';
const thrownWith = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

test.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_BUSY_RECOVERY', 'library-in-use'],
  ['SQLITE_CORRUPT_INDEX', 'state-damaged'],
  ['SQLITE_NOTADB', 'state-damaged'],
  ['SQLITE_IOERR_WRITE', 'state-out-of-reach'],
  ['SQLITE_IOERR_READ', 'state-out-of-reach'],
  ['SQLITE_READONLY', 'state-out-of-reach'],
  ['SQLITE_CANTOPEN', 'state-out-of-reach'],
  ['SQLITE_IOERR_FSYNC', 'state-not-flushed'],
])('%s is told as %s, with the file it is about', (code, told) => {
  const error = toStateError(thrownWith(code), file);
  expect(error).toMatchObject({ name: 'AppError', code: told });
  if (told !== 'library-in-use') expect(error.message).toContain(file);
});

test.each(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'])('%s is a full disk where a quota is used up', (code) => {
  expect(toStateError(thrownWith(code), file, () => false)).toMatchObject({ code: 'disk-full' });
});

test('what the system itself refuses is told likewise', () => {
  const refusal = (code: string): Error => toStateError(thrownWith(code, { syscall: 'write' }), file);
  expect(refusal('ENOSPC')).toMatchObject({ code: 'disk-full' });
  expect(refusal('EIO')).toMatchObject({ code: 'state-out-of-reach', detail: `${file}: EIO.` });
  const quota = thrownWith('UNKNOWN', { syscall: 'write' });
  expect(toStateError(quota, file, () => false)).toMatchObject({ code: 'disk-full' });
});

test('what is about no disk stays as it is', () => {
  for (const thrown of [new AppError('cancelled'), new TypeError('x'), thrownWith('SQLITE_CONSTRAINT')])
    expect(toStateError(thrown, file)).toBe(thrown);
});
