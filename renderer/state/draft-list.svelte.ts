import { SvelteSet } from 'svelte/reactivity';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import { createAnswer } from './answer.svelte.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';

/** A file that can be published, sent or not; `key` is there for every one of them. */
export type Draft = FileRecord & { readonly key: string };

/** Everything that can be published, and which of them are to be published. */
export interface DraftList {
  /** `undefined` until the first answer. */
  readonly drafts: readonly Draft[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly isChosen: (draft: Draft) => boolean;
  readonly chosen: readonly Draft[];
  readonly toggle: (draft: Draft, on: boolean) => void;
  readonly toggleAll: (on: boolean) => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

const pageSize = 500;
const gatherMs = 150;

export function createDraftList(session: Session): DraftList {
  const drafts = createAnswer<readonly Draft[]>(session);
  // What was left out is kept, not what was chosen: a draft that appears later is then chosen like the rest.
  const leftOut = new SvelteSet<string>();

  const read = () => drafts.ask(() => readAllDrafts(session.client));
  const gathering = createGathering(read, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'files' || news.kind === 'queue' || news.kind === 'snapshot') gathering.soon();
  });
  void read();

  const chosen = $derived((drafts.value ?? []).filter((draft) => !leftOut.has(draft.key)));

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
    isChosen: (draft) => !leftOut.has(draft.key),
    toggle(draft, on) {
      if (on) leftOut.delete(draft.key);
      else leftOut.add(draft.key);
    },
    toggleAll(on) {
      leftOut.clear();
      if (!on) for (const draft of drafts.value ?? []) leftOut.add(draft.key);
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
