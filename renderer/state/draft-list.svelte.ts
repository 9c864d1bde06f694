import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { nextRelease, parseVersion } from '../../shared/model/version.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { ChosenFile, FileQuestion } from '../../shared/rpc/file-sort.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import { createAnswer } from './answer.svelte.ts';
import { chooseFiles } from './choose-files.ts';
import { chosenReleases } from './chosen-releases.ts';
import { readOnNews } from './read-on-news.ts';
import type { Session, SessionNews } from './session.svelte.ts';
import type { UnsentForms } from './unsent-forms.svelte.ts';

/** A file that can be published, sent or not, of those at the beginning of the list; every one of them has a `key`. */
export type Draft = FileRecord & { readonly key: string };

/** As much of one as publishing it needs. */
type BriefDraft = ChosenFile & { readonly key: string };

/** Everything that can be published, and which of them are to be published. */
export interface DraftList {
  /** How many there are; `undefined` until the first answer. */
  readonly total: number | undefined;
  /** The first of them, as many as are to be shown. */
  readonly shown: readonly Draft[];
  readonly error: ErrorRecord | undefined;
  readonly isChosen: (draft: Draft) => boolean;
  readonly chosen: readonly BriefDraft[];
  readonly toggle: (draft: Draft, on: boolean) => void;
  readonly toggleAll: (on: boolean) => void;
  /** These are published: one that comes back because it was withdrawn is to be chosen again. */
  readonly noteAsked: (asked: readonly BriefDraft[]) => Promise<void>;
  readonly showMore: () => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

/** So many more are shown at a time. After a first sync there are as many as the library has files. */
export const draftsPerStep = 200;
const question: FileQuestion = { filter: 'drafts', search: '' };
const pageSize = 500;
const gatherMs = 150;

interface Drafts {
  readonly all: readonly BriefDraft[];
  readonly shown: readonly Draft[];
}

export function createDraftList(session: Session, forms: UnsentForms): DraftList {
  const drafts = createAnswer<Drafts>(session);
  const { isChosen, noteListed, forget, ...ticks } = createTicks(forms);

  let most = draftsPerStep;
  const read = () =>
    drafts.ask(async () => {
      const read = await readDrafts(session.client, most);
      noteListed(read.all);
      return read;
    });
  const mayChange: readonly SessionNews['kind'][] = ['files', 'queue', 'snapshot'];
  const close = readOnNews(session, ({ kind }) => mayChange.includes(kind), read, gatherMs);
  void read();

  const chosen = $derived((drafts.value?.all ?? []).filter(isChosen));

  return {
    get total() {
      return drafts.value?.all.length;
    },
    get shown() {
      return drafts.value?.shown ?? [];
    },
    get error() {
      return drafts.error;
    },
    get chosen() {
      return chosen;
    },
    isChosen,
    ...ticks,
    async noteAsked(asked) {
      await read();
      const listed = new Set(drafts.value?.all.map(releaseOf));
      forget(asked.map(releaseOf).filter((release) => !listed.has(release)));
    },
    showMore() {
      most += draftsPerStep;
      void read();
    },
    refresh: () => void read(),
    close,
  };
}

/** Which drafts are chosen. A release cannot be taken back: once anything was left out, one that appears later is not. */
function createTicks(forms: UnsentForms) {
  const choice = chosenReleases(forms);
  /** A draft that is being saved right now is not listed for a moment, and was left in or out all the same. */
  const everListed = new Set<string>();
  return {
    isChosen: (draft: BriefDraft): boolean => choice.only?.has(releaseOf(draft)) ?? true,
    noteListed: (listed: readonly BriefDraft[]): void => {
      for (const draft of listed) everListed.add(releaseOf(draft));
    },
    toggle: (draft: BriefDraft, on: boolean): void => {
      const only = new Set(choice.only ?? everListed);
      if (on) only.add(releaseOf(draft));
      else only.delete(releaseOf(draft));
      choice.only = only;
    },
    toggleAll: (on: boolean): void => void (choice.only = on ? undefined : new Set()),
    /** Nothing is known of these releases any more. */
    forget: (releases: readonly string[]): void => {
      const only = choice.only && new Set(choice.only);
      for (const release of releases) {
        everListed.delete(release);
        only?.delete(release);
      }
      choice.only = only;
    },
  };
}

/** A release is chosen however often it is saved until it is there; what is saved for the next one is another. */
function releaseOf({ key, version }: Pick<BriefDraft, 'key' | 'version'>): string {
  const newest = version === undefined ? undefined : parseVersion(version);
  return `${key} ${nextRelease(newest ?? { major: 0, minor: 0 }).major}`;
}

async function readDrafts(client: EngineClient, most: number): Promise<Drafts> {
  const all = (await chooseFiles(client, question, { from: 0, to: Infinity })).filter(hasKey);
  const listed: FileRecord[] = [];
  while (listed.length < Math.min(most, all.length)) {
    const limit = Math.min(pageSize, most - listed.length);
    const { rows } = await client.files.list({ ...question, offset: listed.length, limit });
    listed.push(...rows);
    if (rows.length < limit) break;
  }
  // What came meanwhile is not among all of them yet, and would look chosen.
  const ids = new Set(all.map(({ fileId }) => fileId));
  const shown = listed.filter(hasKey).filter(({ fileId }) => ids.has(fileId));
  // What became of one meanwhile is said of it everywhere.
  const seen = new Map(shown.map((draft) => [draft.fileId, draft]));
  return { all: all.map((draft) => seen.get(draft.fileId) ?? draft), shown };
}

function hasKey<File extends Pick<FileRecord, 'key'>>(file: File): file is File & { readonly key: string } {
  return file.key !== undefined;
}
