import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnFrom, stamp } from '../../../build/package/draw-icons.ts';

it('The icons of the desktop app are drawn from the drawing as it is (npm run icons draws them again)', () => {
  expect(readFileSync(stamp, 'utf8')).toBe(drawnFrom());
});
