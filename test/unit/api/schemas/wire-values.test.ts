import { afterEach, describe, expect, it } from 'vitest';
import { timeOf } from '../../../../shared/api/schemas/wire-values.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

describe('a date of the wire', () => {
  it.each(['UTC', 'America/New_York', 'Europe/Amsterdam'])('without a zone is UTC on a computer in %s', (place) => {
    process.env['TZ'] = place;
    const dates = ['2026-06-25T09:30:00', '2026-06-25T09:30', '2026-06-25 09:30:00.1234567', '2026-06-25'];
    expect(dates.map(inUtc)).toEqual([
      '2026-06-25T09:30:00.000Z',
      '2026-06-25T09:30:00.000Z',
      '2026-06-25T09:30:00.123Z',
      '2026-06-25T00:00:00.000Z',
    ]);
  });

  it.each(['2026-06-25T09:30:00Z', '2026-06-25T11:30:00+02:00', '2026-06-25T11:30:00+02', '2026-06-25T09:30:00,0Z'])(
    'is read in the zone that it names: %s',
    (date) => expect(inUtc(date)).toBe('2026-06-25T09:30:00.000Z'),
  );

  it('is read in the basic form too', () => expect(inUtc('20260625T053000-0400')).toBe('2026-06-25T09:30:00.000Z'));

  it.each(['', 'yesterday', '25-06-2026', '2026-06-25T99:00:00Z', '2026-13-01', '1782379800'])(
    'is not what has another form: %s',
    (text) => expect(timeOf(text)).toBeUndefined(),
  );
});

function inUtc(date: string): string {
  return new Date(timeOf(date) ?? Number.NaN).toISOString();
}
