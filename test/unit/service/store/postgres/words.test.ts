import { expect, it } from 'vitest';
import { folded, queriesOf, vectorOf } from '../../../../../electron/service/store/postgres/words.ts';

const mark = /[0-9a-f]{8}/.exec(vectorOf('office', [['A', 'x']]))?.[0] ?? '';
const unmarked = (text: string): string => text.replaceAll(mark, '');

it('words are compared without case and accents, whatever locale the database has', () => {
  expect(folded('ÉCLAIRAGE Umwälzpumpe')).toBe('eclairage umwalzpumpe');
});

it('the places of words show phrases, which do not go on from one text into the next', () => {
  const vector = vectorOf('office', [
    ['A', 'P/25 60'],
    ['B', 'Pömp'],
  ]);
  expect(unmarked(vector)).toBe(`'p':1A '25':2A '60':3A 'pomp':14B`);
});

it('a word that is asked for is the beginning of one, or several in a row', () => {
  expect(queriesOf('office', 'Pump 25-60 * "').map(unmarked)).toEqual([`'pump':*`, `'25' <-> '60':*`]);
});

it('words of two tenants are never the same', () => {
  expect(vectorOf('office', [['A', 'pump']])).not.toBe(vectorOf('other', [['A', 'pump']]));
});
