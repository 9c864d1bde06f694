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

/**
 * Asks for something about more items than one call carries. A call that fails is told and is the last one; what the calls
 * before it did is told by whoever asked.
 * @returns the answers that came
 */
export async function actInLists<Item, Answer>(
  { act }: Pick<Acting, 'act'>,
  items: readonly Item[],
  most: number,
  ask: (client: EngineClient, some: Item[]) => Promise<Answer & {}>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const some of inLists(items, most)) {
    const answer = await act((client) => ask(client, [...some]));
    if (answer === undefined) break;
    answers.push(answer);
  }
  return answers;
}
