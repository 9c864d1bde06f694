import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAppendInTurn, type AppendInTurn } from '../../../../electron/service/handlers/append-in-turn.ts';
import type { Store } from '../../../../electron/service/store/store.ts';
import { nextDraft } from '../../../../shared/model/version.ts';
import { openTestStore } from '../open-test-store.ts';
import { pumpKey } from '../start-service.ts';
import { draft, withBlob } from '../store/stored-things.ts';

type FileKey = Parameters<AppendInTurn>[0][number];
const fileOf = (type: string): FileKey & typeof pumpKey => ({ ...pumpKey, type });

let store: Store;
let blobId: string;
beforeEach(async () => {
  store = await openTestStore();
  onTestFinished(() => store.close());
  blobId = await withBlob(store);
});

/** What makes a draft of each file from its newest version, and counts how often that is decided. */
function drafting() {
  let decided = 0;
  const decide = async (types: readonly string[]) => {
    decided += 1;
    return Promise.all(
      types.map(async (type) => {
        const after = (await store.versions.listHistories(fileOf(type)))[0]?.newest;
        return draft(blobId, { key: fileOf(type), version: nextDraft(after), after });
      }),
    );
  };
  return { decide, decided: () => decided };
}

const newestOf = async (type: string) => (await store.versions.listHistories(fileOf(type)))[0]?.newest;

describe('those who append to one file', () => {
  it('wait for each other, however many they are, and decide once each', async () => {
    const appendInTurn = createAppendInTurn(store.versions);
    const { decide, decided } = drafting();
    await Promise.all(Array.from({ length: 150 }, () => appendInTurn([fileOf('A')], () => decide(['A']))));
    expect(await newestOf('A')).toEqual({ major: 0, minor: 150 });
    expect(decided()).toBe(150);
  });

  it('never wait in a circle for those who append to it and others, in whatever order', async () => {
    const appendInTurn = createAppendInTurn(store.versions);
    const { decide } = drafting();
    const lists = [['A', 'B'], ['B', 'A'], ['B', 'C', 'A'], ['C'], ['A', 'A2']];
    await Promise.all(
      Array.from({ length: 20 }, (_, place) => lists[place % lists.length] ?? []).map((types) =>
        appendInTurn(types.map(fileOf), () => decide(types)),
      ),
    );
    expect(await Promise.all(['A', 'B', 'C', 'A2'].map(newestOf))).toMatchObject([
      { minor: 16 },
      { minor: 12 },
      { minor: 8 },
      { minor: 4 },
    ]);
  });

  it('are not kept from it by one who fails', async () => {
    const appendInTurn = createAppendInTurn(store.versions);
    const { decide } = drafting();
    const failing = appendInTurn([fileOf('A')], () => Promise.reject(new Error('no')));
    const following = appendInTurn([fileOf('A')], () => decide(['A']));
    await expect(failing).rejects.toThrow('no');
    expect(await following).toHaveLength(1);
  });
});

describe('those of several processes', () => {
  it('decide again what another has moved on from', async () => {
    const processes = [1, 2, 3].map(() => createAppendInTurn(store.versions));
    const { decide } = drafting();
    const appends = processes.flatMap((appendInTurn) =>
      Array.from({ length: 10 }, () => appendInTurn([fileOf('A')], () => decide(['A']))),
    );
    await Promise.all(appends);
    expect(await newestOf('A')).toEqual({ major: 0, minor: 30 });
  });
});
