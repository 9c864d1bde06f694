import { expect, test } from 'vitest';
import { typedPath } from '../../../../renderer/ui/typed-path.ts';

test.each([
  ['"C:\\Projects\\Tower"', 'C:\\Projects\\Tower'],
  [' /home/me/Tower \n', '/home/me/Tower'],
  ['', ''],
])('a path is meant without the quotes and the space around it: %s', (typed, path) => {
  expect(typedPath(typed)).toBe(path);
});
