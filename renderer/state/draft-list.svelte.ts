import { SvelteSet } from 'svelte/reactivity';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import { createAnswer } from './answer.svelte.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';

/** A draft that can be published; `key` is there for every one of them. */
export type Draft = FileRecord & { readonly key: string };

/** All drafts, and which of them are to be published. */
export interface DraftList {
  /** `undefined` until the first answer. */
  readonly drafts: readonly Draft[] | undefined;
  readonly error: ErrorRecord | undefined;
  /** Drafts whose release is queued already. */
  readonly isQueued: (draft: Draft) => boolean;
  readonly isChosen: (draft: Draft) => boolean;
  readonly chosen: readonly Draft[];
  readonly choosable: readonly Draft[];
  readonly toggle: (draft: Draft, on: boolean) => void;
  readonly toggleAll: (on: boolean) => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

const pageSize = 500;
const gatherMs = 150;

export function createDraftList(session: Session): DraftList {
  const drafts = createAnswer<readonly Draft[]>(session);
  const queued = createAnswer<ReadonlySet<string>>(session);
  // What was left out is kept, not what was chosen: a draft that appears later is then chosen like the rest.
  const leftOut = new SvelteSet<string>();

  const read = () =>
    Promise.all([queued.ask(() => readQueuedKeys(session.client)), drafts.ask(() => readAllDrafts(session.client))]);
  const gathering = createGathering(read, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'files' || news.kind === 'queue' || news.kind === 'snapshot') gathering.soon();
  });
  void read();

  const choosable = $derived((drafts.value ?? []).filter((draft) => queued.value?.has(draft.key) !== true));
  const chosen = $derived(choosable.filter((draft) => !leftOut.has(draft.key)));

  return {
    get drafts() {
      return drafts.value;
    },
    get error() {
      return drafts.error;
    },
    get chosen() {
      return chosen;
    },
    get choosable() {
      return choosable;
    },
    isQueued: (draft) => queued.value?.has(draft.key) === true,
    isChosen: (draft) => !leftOut.has(draft.key),
    toggle(draft, on) {
      if (on) leftOut.delete(draft.key);
      else leftOut.add(draft.key);
    },
    toggleAll(on) {
      leftOut.clear();
      if (!on) for (const draft of choosable) leftOut.add(draft.key);
    },
    refresh: () => void read(),
    close() {
      unsubscribe();
      gathering.close();
    },
  };
}

async function readAllDrafts(client: EngineClient): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { rows, total } = await client.files.list({ filter: 'drafts', search: '', offset, limit: pageSize });
    for (const row of rows) if (row.key !== undefined) drafts.push({ ...row, key: row.key });
    if (rows.length === 0 || offset + rows.length >= total) return drafts;
  }
}

async function readQueuedKeys(client: EngineClient): Promise<ReadonlySet<string>> {
  const entries = await client.queue.list();
  return new Set(entries.filter((entry) => entry.operation === 'release').map((entry) => entry.key));
}
