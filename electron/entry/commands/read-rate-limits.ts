import { InvalidArgumentError } from 'commander';
import type { RateLimits } from '../../service/http/rate-limits.ts';

const unitNames = { min: 'perMinute', day: 'perDay' } as const satisfies Record<string, keyof RateLimits>;

/**
 * Reads `60/min,10000/day`, in either order; what is left out is not limited.
 * @throws InvalidArgumentError saying the form that is expected
 */
export function readRateLimits(text: string): RateLimits {
  const limits = new Map<keyof RateLimits, number>();
  for (const part of text.split(',')) {
    const [, digits, unit] = /^\s*(\d{1,9})\s*\/\s*(min|day)\s*$/i.exec(part) ?? [];
    const name = unitNames[unit?.toLowerCase() as keyof typeof unitNames];
    if (digits === undefined || Number(digits) === 0 || name === undefined || limits.has(name)) throw wrongForm();
    limits.set(name, Number(digits));
  }
  return { perMinute: Infinity, perDay: Infinity, ...Object.fromEntries(limits) };
}

function wrongForm(): InvalidArgumentError {
  return new InvalidArgumentError('Limits look like 60/min, 10000/day or 60/min,10000/day; none may be 0.');
}
