import { expect, test } from 'vitest';
import { createListPress } from '../../../../../renderer/features/library/list-press.ts';
import { exampleFiles } from '../../../../fakes/window/file-rows.ts';

const [left, right] = exampleFiles();
const finger = (isPrimary = true) => ({ isPrimary });
const click = (detail: number) => ({ detail });

test('a menu is for the file that was pressed, and one without a pointer for the file that is shown', () => {
  const press = createListPress();
  press.down(finger(), left);
  expect(press.asked({ pointerType: 'mouse' }, right)).toBe(left);
  expect(press.asked({ pointerType: 'touch' }, right)).toBe(left);
  expect(press.asked({ pointerType: '' }, right)).toBe(right);
  expect(press.asked({}, right)).toBe(right);
});

test('a second finger changes nothing of what the first one pressed', () => {
  const press = createListPress();
  press.down(finger(), left);
  press.down(finger(false), right);
  expect(press.clicked(click(1), right)).toBe(left);
});

test('a click of a screen reader means the file that is shown', () => {
  const press = createListPress();
  press.down(finger(), left);
  expect(press.clicked(click(0), right)).toBe(right);
});

test('two clicks in a place where two files stood one after the other open neither, and the second chooses nothing', () => {
  const press = createListPress();
  press.down(finger(), left);
  press.down(finger(), left);
  expect(press.clicked(click(2), left)).toBe(left);
  expect(press.clickedTwice()).toBe(left);
  press.down(finger(), right);
  expect(press.clicked(click(2), right)).toBeUndefined();
  expect(press.clickedTwice()).toBeUndefined();
  expect(press.clicked(click(1), right)).toBe(right);
});
