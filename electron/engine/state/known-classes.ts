import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { ClassHit, ClassQuestion } from '../../../shared/model/class-search.ts';
import type { UsedPair } from '../../../shared/rpc/class-records.ts';
import type { Database, Statement } from '../ports.ts';
import { namesOfClasses } from './names-of-classes.ts';
import { contentKey, count, shape, text } from './row.ts';
import { holdsText, sql } from './sql.ts';
import { keyOf } from '../tree/key-of.ts';

const readNamed = shape({ code: text('class_code'), name: text('name') });

/** Classes that are known here because files have them. */
export function createKnownClasses(database: Database) {
  const namesOf = (languageCode: string, condition: Statement): { readonly code: string; readonly name: string }[] =>
    database.all(
      sql`SELECT class_code, name FROM ${namesOfClasses(languageCode)} WHERE ${condition}
        ORDER BY length(name), name LIMIT 20`,
      readNamed,
    );

  /** The version that files have of a class; 1 where none has it. */
  function versionInUse(classCode: string): string {
    const ofClass = sql`SELECT content_key FROM local_file WHERE class_code = ${classCode} LIMIT 1`;
    return keyOf(database.get(ofClass, contentKey))?.etimClassCodeVersion ?? '1';
  }

  return {
    /** ETIM classes with all of these words, or parts of words, in their code or name. */
    search({ kind, text: asked, languageCode = 'en' }: ClassQuestion): ClassHit[] {
      const words = asked.split(/\s+/).filter((word) => word !== '');
      if (kind !== 'class' || words.length === 0) return [];
      const hasAll = words
        .map((word) => holdsText(sql`(class_code || ' ' || name)`, word))
        .reduce((all, one) => sql`${all} AND ${one}`);
      return namesOf(languageCode, hasAll).map((named) => ({ ...named, version: versionInUse(named.code) }));
    },

    /** The class pairs that files of a library have, the most usual first. */
    usedIn(libraryId: string, languageCode: string, atMost: number): UsedPair[] {
      const keys = database.all(
        sql`SELECT content_key, COUNT(*) AS n FROM local_file INDEXED BY local_file_by_key
          WHERE library_id = ${libraryId} AND content_key IS NOT NULL GROUP BY content_key`,
        (row) => ({ key: contentKey(row), files: count(row) }),
      );
      const pairs = new Map<string, UsedPair>();
      for (const { key, files } of keys) {
        const pair = pairOf(key, files);
        const as = JSON.stringify([pair?.etimClass, pair?.modellingClass]);
        if (pair) pairs.set(as, { ...pair, count: files + (pairs.get(as)?.count ?? 0) });
      }
      const usual = [...pairs.values()].toSorted((one, other) => other.count - one.count).slice(0, atMost);
      return usual.map(({ etimClass, ...pair }) => {
        const [named] = namesOf(languageCode, sql`class_code = ${etimClass.code}`);
        return { ...pair, etimClass: { ...etimClass, name: named?.name ?? etimClass.name } };
      });
    },
  };
}

function pairOf(text: ContentKeyText, files: number): UsedPair | undefined {
  const key = keyOf(text);
  if (!key) return undefined;
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = key;
  return {
    etimClass: { code: etimClassCode, version: etimClassCodeVersion, name: etimClassCode },
    modellingClass: { code: etimModelCode, version: etimModelCodeVersion, name: etimModelCode },
    count: files,
  };
}
