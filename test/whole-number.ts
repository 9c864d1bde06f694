import { InvalidArgumentError } from 'commander';

/** A seed or a count from a command line. @throws InvalidArgumentError, which `commander` puts into words */
export function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new InvalidArgumentError('It takes a whole number.');
}
