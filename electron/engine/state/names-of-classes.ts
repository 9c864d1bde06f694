import type { Statement } from '../ports.ts';
import { sql } from './sql.ts';

/** What a class is called where it has no name in the language that is spoken: in English, else in any that is known. */
export const otherNameOf = (classCode: Statement): Statement =>
  sql`(SELECT other.name FROM class_name AS other WHERE other.class_code = ${classCode}
    ORDER BY other.language_code <> 'en', other.language_code LIMIT 1)`;

/** All classes of which a name is known, with that in a language where there is one. */
export const namesOfClasses = (languageCode: string): Statement =>
  sql`(SELECT DISTINCT known.class_code, COALESCE(n.name, ${otherNameOf(sql`known.class_code`)}) AS name
    FROM class_name AS known
    LEFT JOIN class_name AS n ON n.class_code = known.class_code AND n.language_code = ${languageCode})`;
