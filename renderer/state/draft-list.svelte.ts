import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { nextRelease, parseVersion } from '../../shared/model/version.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import { createAnswer } from './answer.svelte.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';
import type { UnsentForms } from './unsent-forms.svelte.ts';

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

/** What a person left out, which stays while other views are looked at. */
interface Choice {
  leftOut: ReadonlySet<string>;
}

export function createDraftList(session: Session, forms: UnsentForms): DraftList {
  const drafts = createAnswer<readonly Draft[]>(session);
  // What was left out is kept, not what was chosen: a draft that appears later is then chosen like the rest.
  const choice = forms.of<Choice>('releases', () => ({ leftOut: new Set() }));

  const read = () => drafts.ask(() => readAllDrafts(session.client));
  const gathering = createGathering(read, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'files' || news.kind === 'queue' || news.kind === 'snapshot') gathering.soon();
  });
  void read();

  const chosen = $derived((drafts.value ?? []).filter((draft) => !choice.leftOut.has(releaseOf(draft))));

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
    isChosen: (draft) => !choice.leftOut.has(releaseOf(draft)),
    toggle(draft, on) {
      const leftOut = new Set(choice.leftOut);
      if (on) leftOut.delete(releaseOf(draft));
      else leftOut.add(releaseOf(draft));
      choice.leftOut = leftOut;
    },
    toggleAll: (on) => void (choice.leftOut = new Set(on ? [] : drafts.value?.map(releaseOf))),
    refresh: () => void read(),
    close() {
      unsubscribe();
      gathering.close();
    },
  };
}

/** What is left out is left out of one release: once that is there, what is saved for the next one is chosen again. */
function releaseOf({ key, version }: Draft): string {
  const newest = version === undefined ? undefined : parseVersion(version);
  return `${key} ${nextRelease(newest ?? { major: 0, minor: 0 }).major}`;
}

async function readAllDrafts(client: EngineClient): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { rows, total } = await client.files.list({ filter: 'drafts', search: '', offset, limit: pageSize });
    for (const row of rows) if (row.key !== undefined) drafts.push({ ...row, key: row.key });
    if (rows.length === 0 || offset + rows.length >= total) return drafts;
  }
}
