import { describe, expect, test } from 'vitest';
import { createDetails } from '../../../../shared/words/details/put-into-words.ts';

const say = createDetails({
  'It is a folder.': 'Het is een map.',
  'It stays as it is.': 'Het blijft zoals het is.',
  'It lacks {}.': '{} ontbreekt.',
  '{} is no file.': '{} is geen bestand.',
  '{} is no file of {}.': '{} is geen bestand van {}.',
  '{} of {} bytes came.': 'Er kwamen {} van {} bytes.',
  '{} of product {}': '{} van product {}',
  'It is new. It waits.': 'Het is nieuw en wacht.',
  'Its unit is not known: import it.': 'De eenheid is niet bekend: importeer die.',
});

describe('the detail of an error in another language', () => {
  test.each([
    ['is the sentence of that language', 'It is a folder.', 'Het is een map.'],
    ['has what is filled in where that language has it', 'It lacks A and B.', 'A and B ontbreekt.'],
    ['begins with a capital where a name is not said first', '3 of 5 bytes came.', 'Er kwamen 3 van 5 bytes.'],
    [
      'is said sentence by sentence',
      'a/b.step is no file. It stays as it is.',
      'a/b.step is geen bestand. Het blijft zoals het is.',
    ],
    ['is a clause where English has one', 'it is a folder', 'het is een map'],
    ['is a clause about a value', 'gtin is no file', 'gtin is geen bestand'],
    ['keeps the name that goes before', 'Étage 1.zip: it lacks X.', 'Étage 1.zip: X ontbreekt.'],
    ['says what goes before, too', 'EF1 of product P: it is a folder', 'EF1 van product P: het is een map'],
    ['may have a colon', 'Its unit is not known: import it.', 'De eenheid is niet bekend: importeer die.'],
    ['takes the sentence that fits best', 'x is no file of y.', 'x is geen bestand van y.'],
    ['is whole where it has several sentences of one entry', 'It is new. It waits.', 'Het is nieuw en wacht.'],
    ['keeps a path whole', 'C:\\Plans v. 2\\a: b.step is no file.', 'C:\\Plans v. 2\\a: b.step is geen bestand.'],
  ])('%s', (_, english, other) => {
    expect(say(english)).toBe(other);
  });

  test.each([
    ['a path', '/plans/pump v. 2.rfa'],
    ['a path that reads like a sentence', 'D:\\Plans\\Cover is no file of construction.dwg'],
    ['the name of a folder that does', 'D:\\Plans\\What is no file'],
    ['several names', 'Not published: Photo of 3 bytes came, Cover.dwg'],
    ['dots', 'Wait . . .'],
    ['what another service said', 'Quota exceeded for tenant 7.'],
    ['a sentence of another service that ends like one of ours', 'The upload is no file.'],
    ['what lacks the word that is filled in', ' is no file.'],
    ['nothing', ''],
    ['what nobody reads to its end', 'X is no file. '.repeat(2_000)],
  ])('leaves %s as it is', (_, text) => {
    expect(say(text)).toBe(text);
  });

  test('takes no time that grows faster than a text', () => {
    const hard = createDetails({ '{}. {}. {}. {}. {}. {}. {}, {}!': '{}', 'a {} a {} a {} a {} a {} a {}!': '{}' });
    const texts = ['a '.repeat(9_000), '. '.repeat(9_000), ': '.repeat(9_000), `${'a '.repeat(9_000)}a`];
    // By more than the square this would not end within the test's time.
    for (const text of texts) expect(hard(text)).toBe(text);
  });
});
