import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { App } from '../../state/app.svelte.ts';
import type { FileChoice } from '../../state/file-choice.svelte.ts';
import type { FilePages } from '../../state/file-pages.svelte.ts';

interface Listed {
  readonly app: App;
  readonly pages: FilePages;
  readonly choice: FileChoice;
  /** The place of the file whose details are shown, as far as its page is at hand. */
  readonly selectedIndex: () => number | undefined;
  readonly onselect: (file: Pick<FileRecord, 'fileId'>) => void;
}

/** How mouse and keyboard choose one file of a list, or several. */
export function createListChoosing({ app, pages, choice, selectedIndex, onselect }: Listed) {
  /** Where a stretch of files that is chosen begins. */
  let anchor: number | undefined;

  function extendTo(index: number): void {
    anchor ??= selectedIndex() ?? index;
    void app.act(() => choice.extend(anchor ?? index, index));
  }

  function only(index: number, file: FileRecord | undefined): void {
    choice.none();
    anchor = index;
    if (file) onselect(file);
  }

  function toggle(index: number, file: FileRecord): void {
    const selected = selectedIndex();
    choice.toggle(file, selected === undefined ? undefined : pages.rowAt(selected));
    anchor = index;
    const [first, second] = choice.files;
    // What is left alone is the one whose details are shown.
    onselect(second || !first ? file : first);
    if (!second) choice.none();
  }

  return {
    /** Another list has come. */
    reset: (): void => void (anchor = undefined),

    all(): void {
      anchor = 0;
      void app.act(() => choice.extend(0, (pages.total ?? 0) - 1));
    },

    /** The keyboard goes to a place; its file may still be on its way. */
    moveTo(index: number, isExtending: boolean): void {
      if (isExtending) extendTo(index);
      else only(index, undefined);
    },

    click(event: MouseEvent, index: number, file: FileRecord): void {
      if (event.ctrlKey || event.metaKey) return toggle(index, file);
      if (!event.shiftKey) return only(index, file);
      extendTo(index);
      onselect(file);
    },

    /** What is under the mouse is meant, unless it is one of those that are chosen. */
    ask(index: number, file: FileRecord): void {
      if (!choice.has(file.fileId)) only(index, file);
    },
  };
}
