import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../shared/words/formats.ts';

describe('dates and sizes', () => {
  const formats = createFormats('en');
  const now = new Date(2026, 10, 20, 9, 41).getTime();

  test('a moment of today and yesterday has its time, an older one its day', () => {
    expect(formats.moment(new Date(2026, 10, 20, 8, 5).getTime(), now)).toBe('today 08:05');
    expect(formats.moment(new Date(2026, 10, 19, 23, 59).getTime(), now)).toBe('yesterday 23:59');
    expect(formats.moment(new Date(2026, 10, 3).getTime(), now)).toBe('3 Nov');
    expect(formats.moment(new Date(2025, 10, 3).getTime(), now)).toBe('3 Nov 2025');
  });

  test('sizes go by thousands and have a decimal from megabytes on', () => {
    expect(formats.size(0)).toBe('0 bytes');
    expect(formats.size(1)).toBe('1 byte');
    expect(formats.size(180_000)).toBe('180 kB');
    expect(formats.size(999)).toBe('999 bytes');
    expect(formats.size(1_000)).toBe('1 kB');
    expect(formats.size(999_499)).toBe('999 kB');
    expect(formats.size(999_950)).toBe('1 MB');
    expect(formats.size(999_949_999)).toBe('999.9 MB');
    expect(formats.size(999_960_000)).toBe('1 GB');
    expect(formats.size(41_250_000)).toBe('41.3 MB');
  });

  test('how long ago is said in the largest whole unit', () => {
    expect(formats.fromNow(now - 10_000, now)).toMatch(/^10\s?s(ec)?\.? ago$/);
    expect(formats.fromNow(now - 3_600_000 * 2.5, now)).toMatch(/^2\s?hr?\.? ago$/);
    expect(formats.fromNow(now + 42_000, now)).toMatch(/^in 42\s?s(ec)?\.?$/);
  });
});
