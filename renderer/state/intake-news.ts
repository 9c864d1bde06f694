import { mostFilesAdded } from '../../shared/rpc/intake-limits.ts';
import type { Texts } from '../texts/texts.ts';
import { actInLists, toldOf } from './act-in-lists.ts';
import type { App } from './app.svelte.ts';
import type { IntakeState } from './intake-state.ts';

type AddTexts = Texts['intake']['add'];

/** What became of files that were brought and not added, as far as nobody is asked about them. */
export function leftOutInWords({ sameCount, leftOut }: IntakeState, texts: AddTexts): string[] {
  const { inLibrary, skipped, beyond } = leftOut ?? { inLibrary: 0, skipped: 0, beyond: 0 };
  return [
    ...(sameCount > 0 ? [texts.same(sameCount)] : []),
    ...(inLibrary > 0 ? [texts.inLibrary(inLibrary)] : []),
    ...(skipped > 0 ? [texts.skipped(skipped)] : []),
    ...(beyond > 0 ? [texts.beyond(beyond, mostFilesAdded)] : []),
  ];
}

/** Which files were added, and to which libraries. */
export function addedInWords(
  { additionIds, addedTo }: IntakeState,
  { session, texts, formats }: Pick<App, 'session' | 'texts' | 'formats'>,
): string {
  const { done, none } = texts.intake.add;
  if (additionIds.length === 0) return none;
  const libraries = (session.status?.libraries ?? []).filter(({ libraryId }) => addedTo.includes(libraryId));
  return done(additionIds.length, formats.list(libraries.map(({ name }) => name)));
}

/** Says which files were added and which were not, with the way back. */
export function tellAdded(app: Pick<App, 'session' | 'texts' | 'formats' | 'notices' | 'act'>, now: IntakeState): void {
  const texts = app.texts.intake.add;
  const { additionIds } = now;
  const undo = async (): Promise<void> => {
    const { answers, unanswered } = await actInLists(app, additionIds, mostFilesAdded, async (client, some) => {
      const { count } = await client.intake.undo({ additionIds: some });
      return { count, left: some.length - count };
    });
    if (answers.length === 0) return;
    const sum = (part: 'count' | 'left') => answers.reduce((total, answer) => total + answer[part], 0);
    app.notices.done(toldOf(app, undoneInWords(texts, sum('count'), sum('left')), unanswered));
  };
  const said = [addedInWords(now, app), ...leftOutInWords(now, texts)].join(' ');
  app.notices.done(said, additionIds.length > 0 ? { undo: () => void undo() } : {});
}

/** Those that could not be taken back are not passed over. */
function undoneInWords(texts: AddTexts, count: number, left: number): string {
  const parts = [...(count > 0 ? [texts.undone(count)] : []), ...(left > 0 ? [texts.notUndone(left)] : [])];
  return parts.join(' ');
}
