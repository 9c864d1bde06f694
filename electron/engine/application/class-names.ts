import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { EventHub } from '../event-hub.ts';
import type { Database } from '../ports.ts';
import { insert } from '../state/sql.ts';

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

  async function ask(etimClassCode: string, etimModelClassCode: string, languageCode: string): Promise<void> {
    const connected = service();
    if (!connected) return;
    try {
      const structure = await connected.call(
        'getStructure',
        { params: { etimClassCode, etimModelClassCode }, query: { languageCode } },
        { priority: 'poll', isPinned: true },
      );
      const name = structure.etimClassDescription;
      if (name === undefined || name === '') return;
      const row = { class_code: etimClassCode, language_code: languageCode, name };
      database.run(insert('class_name', row, 'OR REPLACE'));
      noteLearned();
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
      asking = asking.then(() => ask(etimClassCode, etimModelClassCode, languageCode));
    },
  };
}
