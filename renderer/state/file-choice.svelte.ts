import type { ChosenFile, FileQuestion } from '../../shared/rpc/file-sort.ts';
import { chooseFiles } from './choose-files.ts';
import { readOnNews } from './read-on-news.ts';
import type { Session } from './session.svelte.ts';

/** Several files of a list that are chosen together; one alone is in the address. */
export interface FileChoice {
  /** In the order in which they were chosen; those among them that are not listed any more are gone from here too. */
  readonly files: readonly ChosenFile[];
  readonly isMany: boolean;
  readonly has: (fileId: string) => boolean;
  /** Adds a file or takes it out. @param alone the one that was chosen before, if it was the only one */
  readonly toggle: (file: ChosenFile, alone: ChosenFile | undefined) => void;
  /** Chooses all between two places of the list, both of them too. */
  readonly extend: (from: number, to: number) => Promise<void>;
  readonly none: () => void;
  readonly close: () => void;
}

const gatherMs = 500;

/** @param question which files are listed */
export function createFileChoice(session: Session, question: () => FileQuestion): FileChoice {
  // Replaced as a whole: a hundred thousand files that are each watched alone keep the window busy for seconds.
  let chosen: ReadonlyMap<string, ChosenFile> = $state.raw(new Map());
  const files = $derived([...chosen.values()]);
  let newest = 0;

  function take(files: readonly ChosenFile[]): void {
    chosen = new Map(files.map((file) => [file.fileId, file]));
  }

  /** They are not as they were: what was chosen of them is asked for again. */
  async function readAgain(): Promise<void> {
    if (chosen.size === 0) return;
    const mine = newest;
    const listed = await chooseFiles(session.client, question(), { from: 0, to: Infinity }).catch(() => undefined);
    if (listed && mine === newest) take(listed.filter(({ fileId }) => chosen.has(fileId)));
  }
  const close = readOnNews(session, ({ kind }) => kind === 'files' || kind === 'snapshot', readAgain, gatherMs);

  return {
    get files() {
      return files;
    },
    get isMany() {
      return chosen.size > 1;
    },
    has: (fileId) => chosen.has(fileId),
    toggle(file, alone) {
      newest += 1;
      const before = files.length === 0 && alone && alone.fileId !== file.fileId ? [alone] : files;
      const others = before.filter(({ fileId }) => fileId !== file.fileId);
      take(others.length < before.length ? others : [...before, file]);
    },
    async extend(from, to) {
      const mine = ++newest;
      const files = await chooseFiles(session.client, question(), { from: Math.min(from, to), to: Math.max(from, to) });
      if (mine === newest) take(files);
    },
    none() {
      newest += 1;
      take([]);
    },
    close,
  };
}
