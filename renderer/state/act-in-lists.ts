import { inLists } from '../../shared/model/in-lists.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import type { Texts } from '../texts/texts.ts';
import type { Notices } from './notices.svelte.ts';

/** Of an app: what asks the engine and tells a failure, and what tells what came of it. */
export interface Acting {
  readonly act: <T>(action: (client: EngineClient) => Promise<T>) => Promise<T | undefined>;
  readonly notices: Pick<Notices, 'done'>;
  readonly texts: Texts;
}

/** What came of asking about many items in several calls. */
interface AskedInLists<Answer> {
  readonly answers: readonly Answer[];
  /** Of so many items nobody knows, where a call failed or its answer was lost, what became of them. */
  readonly unanswered: number;
}

/**
 * Asks for something about more items than one call carries. A call without an answer is the last one: that it failed is
 * told, and what the calls before it did is told by whoever asked, with `toldOf`.
 */
export async function actInLists<Item, Answer>(
  { act }: Pick<Acting, 'act'>,
  items: readonly Item[],
  most: number,
  ask: (client: EngineClient, some: Item[]) => Promise<Answer & {}>,
): Promise<AskedInLists<Answer>> {
  const answers: Answer[] = [];
  let unanswered = items.length;
  for (const some of inLists(items, most)) {
    const answer = await act((client) => ask(client, [...some]));
    if (answer === undefined) break;
    answers.push(answer);
    unanswered -= some.length;
  }
  return { answers, unanswered };
}

/** What was done, and of how many others that is not known. */
export function toldOf({ texts }: Pick<Acting, 'texts'>, done: string, unanswered: number): string {
  return unanswered === 0 ? done : `${done} ${texts.errors.othersUnknown(unanswered)}`;
}
