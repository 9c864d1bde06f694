import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { EventHub } from '../event-hub.ts';
import type { Database } from '../ports.ts';
import { insert, sql } from '../state/sql.ts';

/** What a service calls a class in a language, where it says so. */
async function nameIn(
  languageCode: string,
  params: { readonly etimClassCode: string; readonly etimModelClassCode: string },
  service: ViewCaller,
): Promise<string | undefined> {
  const asked = { params, query: { languageCode } };
  const { etimClassDescription } = await service.call('getStructure', asked, { priority: 'poll', isPinned: true });
  return etimClassDescription === '' ? undefined : etimClassDescription;
}

/** Names of ETIM classes by language, asked of the service once each and kept. */
export function createClassNames(
  database: Database,
  events: Pick<EventHub, 'emit'>,
  service: () => ViewCaller | undefined,
) {
  const noteLearned = (): void => events.emit({ kind: 'files', fileIds: [] });
  const asked = new Set<string>();
  /** What one service does not know, another one may. */
  let askedOf: ViewCaller | undefined;
  let asking: Promise<void> = Promise.resolve();

  const isKnownIn = (classCode: string, languageCode: string): boolean =>
    database.has(
      sql`SELECT 1 FROM class_name WHERE class_code = ${classCode} AND language_code = ${languageCode} LIMIT 1`,
    );

  async function ask(etimClassCode: string, etimModelClassCode: string, languageCode: string): Promise<void> {
    const connected = service();
    if (!connected) return;
    try {
      // Where there is no name in that language, one in English is better than a code.
      for (const language of new Set([languageCode, 'en'])) {
        const name = isKnownIn(etimClassCode, language)
          ? undefined
          : await nameIn(language, { etimClassCode, etimModelClassCode }, connected);
        if (name === undefined) continue;
        const row = { class_code: etimClassCode, language_code: language, name };
        database.run(insert('class_name', row, 'OR REPLACE'));
        return noteLearned();
      }
    } catch (error) {
      // Unknown to this service: asked once per connection. Anything else is asked again with the next list.
      if (!(error instanceof AppError && error.code === 'not-found')) asked.delete(`${etimClassCode}/${languageCode}`);
    }
  }

  return {
    /** Has names that were unknown asked for again: the service may have learned them. */
    askAgain(): void {
      asked.clear();
      noteLearned();
    },

    /** Has a class's name asked for, unless that was done already. Returns at once. */
    learn(etimClassCode: string, etimModelClassCode: string, languageCode: string): void {
      const connected = service();
      if (connected !== askedOf) asked.clear();
      askedOf = connected;
      const mark = `${etimClassCode}/${languageCode}`;
      if (asked.has(mark) || !connected) return;
      asked.add(mark);
      if (isKnownIn(etimClassCode, languageCode)) return;
      asking = asking.then(() => ask(etimClassCode, etimModelClassCode, languageCode));
    },
  };
}
