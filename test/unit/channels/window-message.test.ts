import { expect, it } from 'vitest';
import { isWindowMessage } from '../../../electron/channels/window-message.ts';

const call = { i: '1', p: { u: '/files/list', b: { json: {} } } };

it.each([
  ['a call', call],
  ['a call without an input', { i: '1', p: { u: '/status/get' } }],
  ['that a call was given up', { i: '1', t: 4 }],
])('the window sends %s', (_, message) => {
  expect(isWindowMessage(JSON.stringify(message))).toBe(true);
});

it.each<[string, unknown]>([
  ['a call of another kind, such as a piece of a stream', { ...call, t: 3 }],
  ['a call that is given up with an input', { ...call, t: 4 }],
  ['a call with headers', { i: '1', p: { ...call.p, h: { authorization: 'x' } } }],
  ['a call by another method', { i: '1', p: { ...call.p, m: 'GET' } }],
  ['a call of another host', { i: '1', p: { u: 'http://elsewhere.example/files/list' } }],
  ['a call with a query', { i: '1', p: { u: '/files/list?x=1' } }],
  ['a call without a number', { p: call.p }],
  ['a call with a number that is too long', { ...call, i: '1'.repeat(33) }],
  ['an event', { i: '1', t: 2, p: { e: 'message' } }],
  ['a list', [call]],
])('nothing of the window is %s', (_, message) => {
  expect(isWindowMessage(JSON.stringify(message))).toBe(false);
});

it('nothing of the window is no JSON', () => {
  expect(isWindowMessage('{')).toBe(false);
});
