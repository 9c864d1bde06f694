import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import { takeText } from '../../../electron/entry/command-options.ts';

it('a text on the command line may be as long as it may be sent, and no longer', () => {
  const take = takeText(5);
  expect(take('12345')).toBe('12345');
  expect(() => take('123456')).toThrow(InvalidArgumentError);
});
