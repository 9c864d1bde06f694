import { beforeEach, describe, expect, it } from 'vitest';
import { readSuggestion } from '../../../../electron/engine/explain/read-suggestion.ts';
import type { Database } from '../../../../electron/engine/ports.ts';
import type { Library } from '../../../../electron/engine/state/libraries.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { sql } from '../../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { dutch } from '../../../../shared/words/explanations/nl.ts';
import { english } from '../../../../shared/words/explanations/en.ts';
import { englishSpeaker } from '../../../../shared/words/explanations/english-speaker.ts';
import type { Sentences } from '../../../../shared/words/explanations/sentences.ts';
import { suggestionInWords } from '../../../../shared/words/explanations/put-into-words.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';

const library = {
  libraryId: 'one',
  programs: [{ name: 'Revit', version: '2025' }],
  contentType: 'Template',
} as unknown as Library;
let database: Database;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, 'one');
});

function hold(path: string, key?: { readonly etimClass: string; readonly type: string }): void {
  const text = key && `Revit/2025/${key.etimClass}/1/MC000001/1/${key.type}`;
  database.run(
    sql`INSERT INTO local_file (library_id, path, size_bytes, modified_ms, inode, settled, since_ms, missing, content_key, class_code)
      VALUES ('one', ${path}, 1, 1, '1', 1, 1, ${key ? null : 'both'}, ${text ?? null}, ${key?.etimClass ?? null})`,
  );
}

function holdMany(folder: string, count: number, etimClass: string, name: string): void {
  for (let nth = 0; nth < count; nth += 1)
    hold(`${folder}/${nth} ${name}.rfa`, { etimClass, type: `T${folder}${nth}` });
}

describe('what is suggested from the other files of a large library', () => {
  it('is what more than half of its folder is, and not of those that come first', () => {
    holdMany('all', 1_000, 'EC111111', 'a');
    holdMany('all', 1_600, 'EC222222', 'b');
    hold('all/zz.rfa');
    expect(readSuggestion(database, library, 'all/zz.rfa')).toMatchObject({
      etimClassCode: 'EC222222',
      because: { code: 'neighbours', count: 1_600, of: 2_600 },
    });
  });

  it('is nothing where the names alike do not all agree, however late that is seen', () => {
    holdMany('a', 1_000, 'EC111111', 'valve');
    holdMany('b', 30, 'EC222222', 'valve');
    hold('c/new valve.rfa');
    expect(readSuggestion(database, library, 'c/new valve.rfa')).toBeUndefined();
  });

  it('counts all files of the ETIM class in its path', () => {
    holdMany('a', 1_200, 'EC111111', 'x');
    hold('EC111111/new.rfa');
    expect(readSuggestion(database, library, 'EC111111/new.rfa')?.because).toEqual({
      code: 'usualPartner',
      count: 1_200,
    });
  });

  it('is said to be like the files with a class: others without stand there too', () => {
    for (const name of ['b', 'c', 'd']) hold(`Pumps/${name}.rfa`);
    hold('Pumps/a.rfa', { etimClass: 'EC444444', type: 'Plan' });
    const sentence = (sentences: Sentences) => {
      const suggestion = readSuggestion(database, library, 'Pumps/b.rfa');
      return suggestion && suggestionInWords(suggestion, { ...englishSpeaker(0), sentences });
    };
    expect(sentence(english)).toMatch(/like the only file with a class in its folder\.$/);
    expect(sentence(dutch)).toMatch(/zoals het enige bestand met een klasse in de map\.$/);
    hold('Pumps/e.rfa', { etimClass: 'EC444444', type: 'Section' });
    expect(sentence(english)).toMatch(/like 2 of the 2 files with a class in its folder\.$/);
  });
});
