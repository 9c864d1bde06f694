import { describe, expect, test } from 'vitest';
import { createDraftList, draftsPerStep, type Draft } from '../../../../renderer/state/draft-list.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';
import { createUnsentForms } from '../../../../renderer/state/unsent-forms.svelte.ts';

const draft = (key: string, version?: string) => ({ fileId: key, key, version }) as Draft;
let drafts: Draft[];
/** How many questions were asked about them. */
let asked: number;

/** What is under way has been answered. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

async function openList(forms: ReturnType<typeof createUnsentForms>, listed: Draft[]) {
  drafts = listed;
  asked = 0;
  const page = ({ offset, limit }: { offset: number; limit: number }) => {
    asked += 1;
    return drafts.slice(offset, offset + limit);
  };
  const files = {
    list: async (place: Parameters<typeof page>[0]) => ({ rows: page(place) }),
    choose: async (place: Parameters<typeof page>[0]) => page(place),
  };
  const session = { connected: true, client: { files }, subscribe: () => () => undefined };
  const opened = createDraftList(session as unknown as Session, forms);
  await answered();
  return opened;
}
const keysOf = (chosen: readonly Pick<Draft, 'key'>[]) => chosen.map(({ key }) => key);

describe('what can be published', () => {
  test('is without what was left out when it is listed again, sent or saved once more meanwhile', async () => {
    const forms = createUnsentForms();
    const list = await openList(forms, [draft('new'), draft('saved', '1.2'), draft('other', '1.1')]);
    for (const one of drafts.slice(0, 2)) list.toggle(one, false);
    expect(keysOf(list.chosen)).toEqual(['other']);
    const again = await openList(forms, [draft('new', '0.1'), draft('saved', '1.4'), draft('other', '1.1')]);
    expect(keysOf(again.chosen)).toEqual(['other']);
  });

  test('shows nothing that came while it was listed, and would be published unseen or look chosen', async () => {
    const [known, later] = [draft('known', '0.1'), draft('later', '0.1')];
    const files = { choose: async () => [known], list: async () => ({ rows: [later, known] }) };
    const session = { connected: true, client: { files }, subscribe: () => () => undefined };
    const list = createDraftList(session as unknown as Session, createUnsentForms());
    await answered();
    expect([keysOf(list.shown), keysOf(list.chosen), list.total]).toEqual([['known'], ['known'], 1]);
  });

  test('says of what is chosen what is shown of it, where it was renamed while it was listed', async () => {
    const files = {
      choose: async () => [{ ...draft('pump', '0.1'), name: 'Pump.rfa' }],
      list: async () => ({ rows: [{ ...draft('pump', '0.1'), name: 'Pump DN50.rfa' }] }),
    };
    const session = { connected: true, client: { files }, subscribe: () => () => undefined };
    const list = createDraftList(session as unknown as Session, createUnsentForms());
    await answered();
    expect([...list.shown, ...list.chosen].map(({ name }) => name)).toEqual(['Pump DN50.rfa', 'Pump DN50.rfa']);
  });

  test('is all chosen, also what comes later, as long as nothing was left out', async () => {
    const forms = createUnsentForms();
    await openList(forms, [draft('one', '1.2')]);
    const again = await openList(forms, [draft('one', '1.3'), draft('later', '0.1')]);
    expect(keysOf(again.chosen)).toEqual(['one', 'later']);
  });

  test('has nothing chosen that came after a person chose some of it', async () => {
    const forms = createUnsentForms();
    const list = await openList(forms, [draft('one', '1.2'), draft('other', '3.1'), draft('third', '1.1')]);
    list.toggleAll(false);
    for (const one of drafts.slice(0, 2)) list.toggle(one, true);
    const again = await openList(forms, [draft('later', '0.1'), ...drafts]);
    expect(keysOf(again.chosen)).toEqual(['one', 'other']);
  });

  test.for([
    { begins: 'with none of it', isAll: false, chosen: ['saved', 'other'] },
    { begins: 'with all of it', isAll: true, chosen: ['saved', 'third'] },
  ])('keeps what was chosen of a file that is just being saved, where a choice begins $begins', async (story) => {
    const list = await openList(createUnsentForms(), [
      draft('saved', '1.2'),
      draft('other', '1.1'),
      draft('third', '1.1'),
    ]);
    list.toggleAll(story.isAll);
    if (!story.isAll) list.toggle(draft('saved', '1.2'), true);
    const [, ...others] = drafts;
    const listed = async (now: Draft[]) => {
      drafts = now;
      list.refresh();
      await answered();
    };
    await listed(others);
    list.toggle(draft('other', '1.1'), !story.isAll);
    await listed([draft('saved', '1.3'), ...others]);
    expect(keysOf(list.chosen)).toEqual(story.chosen);
  });

  test('has what was published and withdrawn to be chosen again, but for where it is all', async () => {
    const list = await openList(createUnsentForms(), [draft('one', '1.2'), draft('other', '3.1')]);
    const publishAndWithdraw = async () => {
      const before = drafts;
      drafts = drafts.slice(1);
      await list.noteAsked(before.slice(0, 1));
      drafts = before;
      list.refresh();
      await answered();
    };
    await publishAndWithdraw();
    expect(keysOf(list.chosen)).toEqual(['one', 'other']);
    list.toggle(draft('other', '3.1'), false);
    await publishAndWithdraw();
    expect(list.chosen).toEqual([]);
  });

  test('has a draft of the next release to be chosen once more, and all of them at one word', async () => {
    const forms = createUnsentForms();
    const list = await openList(forms, [draft('one', '1.2'), draft('other', '3.1')]);
    list.toggle(draft('other', '3.1'), false);
    const again = await openList(forms, [draft('one', '2.1'), draft('other', '3.1')]);
    expect(again.chosen).toEqual([]);
    again.toggleAll(true);
    expect(keysOf(again.chosen)).toEqual(['one', 'other']);
  });

  test('is known as a whole after a first sync of many, while only those that are shown are read in full', async () => {
    const many = Array.from({ length: 25_000 }, (_, place) => draft(`key ${place}`, '0.1'));
    const list = await openList(createUnsentForms(), many);
    expect([list.total, list.chosen.length, list.shown.length]).toEqual([25_000, 25_000, draftsPerStep]);
    expect(asked).toBeLessThan(5);
    list.showMore();
    await answered();
    expect(list.shown).toHaveLength(2 * draftsPerStep);
  });
});
