import { expect, it } from 'vitest';
import { visibleText } from '../../../shared/words/visible-text.ts';

it.each([
  ['turns the direction of writing', 'pump\u202egnp.rfa', 'pump\\u202egnp.rfa'],
  ['marks a direction', 'pump\u061c.rfa', 'pump\\u061c.rfa'],
  ['ends the line', 'one\ntwo\u2028three', 'one\\ntwo\\u2028three'],
  ['is obeyed by a terminal', '\u001b[2J\u009b', '\\x1b[2J\\x9b'],
])('a character that %s is shown by its number', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

it('names of every script are shown as they are', () => {
  const names = 'öl pumpe – “ø” 泵 😀 מדף 12 \\ %';
  expect(visibleText(names)).toBe(names);
});
