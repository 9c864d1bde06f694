import { describe, expect, it } from 'vitest';
import { endsByPersonOnly, exitCodeOfStall, whyStalled, type Stalled } from '../../../electron/entry/commands/stall.ts';
import { describeError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';

const waiting = (...codes: (ErrorCode | undefined)[]): Stalled[] =>
  codes.map((code, place) => ({
    title: `pump ${place}.rfa`,
    key: `key ${place}`,
    attempts: code ? 2 : 0,
    error: code && { code },
  }));

describe('what a run says that comes to no end', () => {
  it.each([
    ['a full disk', waiting('disk-full', 'disk-full', undefined), 'disk-full', 2],
    ['a drawing that is open', waiting('file-in-use'), 'file-in-use', 2],
    ['bytes that are not the announced ones', waiting('answer-incomplete'), 'answer-incomplete', 1],
    ['a service that fails', waiting('service-failed', 'service-failed', 'file-in-use'), 'service-failed', 1],
    ['of two as frequent the one a person can mend', waiting('service-failed', 'disk-full'), 'disk-full', 2],
    ['no answer at all', waiting(undefined), 'service-timeout', 1],
  ] satisfies [string, Stalled[], ErrorCode, number][])('%s', (_case, stalled, code, exitCode) => {
    const error = whyStalled({ waiting: stalled });
    expect(error.code).toBe(code);
    expect(exitCodeOfStall(error)).toBe(exitCode);
  });

  it('names a file that is held up, how many more are, and that the next run goes on', () => {
    const words = describeError(whyStalled({ waiting: waiting(undefined, 'file-in-use', 'file-in-use') }));
    expect(words).toContain('It holds up pump 1.rfa and 1 more.');
    expect(words).toContain('goes on with the next run');
    expect(words).toContain('Close the file in the other program.');
  });

  it('says of the connection first, as nothing else can get through then', () => {
    const connection = { code: 'service-unreachable', detail: 'connection refused' } as const;
    const error = whyStalled({ connection, waiting: waiting('disk-full') });
    expect(error.code).toBe('service-unreachable');
    expect(error.detail).toContain('connection refused. Nothing got through');
  });
});

describe('a run that is to end', () => {
  const behind = { title: 'pump 0.rfa', key: 'key 0', attempts: 0 };
  it.each([
    ['does not wait for a person who has to close a file', waiting('file-in-use', 'disk-full'), true],
    ['nor for the release of what that person holds up', [...waiting('file-in-use'), behind], true],
    ['waits for a service that fails', waiting('file-in-use', 'service-failed'), false],
    ['waits for what was not tried yet', waiting('file-in-use', undefined), false],
    [
      'tries once more what may be held for a moment only',
      [{ ...behind, attempts: 1, error: { code: 'file-in-use' } }],
      false,
    ],
    ['waits while nobody knows what for', [], false],
  ] satisfies [string, Stalled[], boolean][])('%s', (_case, stalled, isOver) => {
    expect(endsByPersonOnly({ waiting: stalled })).toBe(isOver);
    expect(endsByPersonOnly({ waiting: stalled, connection: { code: 'service-unreachable' } })).toBe(false);
  });
});
