import { expect, it } from 'vitest';
import { onePerLabel } from '../../../../../renderer/features/library/one-per-label.ts';

it('one button stands for all that are called the same', () => {
  const [retry, again, scan] = [
    { label: 'Try now', id: 1 },
    { label: 'Try now', id: 2 },
    { label: 'Scan', id: 3 },
  ];
  expect(onePerLabel([retry, again, scan])).toEqual([retry, scan]);
});
