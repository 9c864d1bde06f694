import { expect, it, onTestFinished } from 'vitest';
import { folded, queriesOf, vectorOf } from '../../../../../electron/service/store/postgres/words.ts';
import { pump } from '../../../../contract/sample-products.ts';
import { openTestStore } from '../../open-test-store.ts';

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

it.each([
  ['of words', (index: number) => `word${index}`],
  ['of one word, written again and again', () => 'pump'],
  ['of letters of several bytes', (index: number) => `水泵${index}`],
])('a product with a megabyte %s is taken in, and found by its code', async (_, word) => {
  const store = await openTestStore('postgres');
  onTestFinished(() => store.close());
  const name = Array.from({ length: 150_000 }, (__, index) => word(index)).join(' ');
  const staged = await store.stageProductData();
  await staged.products.putProducts([{ ...pump, productCode: 'P-4711', names: { en: name } }]);
  await staged.show();
  expect(await store.products.search('p 4711', 10)).toMatchObject([{ data: { productCode: 'P-4711' } }]);
});
