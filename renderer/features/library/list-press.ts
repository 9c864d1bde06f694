import type { FileRecord } from '../../../shared/rpc/file-records.ts';

/**
 * Which file a press of the mouse means: the one it went down on. A list that changes meanwhile puts another file in that
 * place, and nobody decided anything about that one.
 */
export function createListPress() {
  let before: FileRecord | undefined;
  let pressed: FileRecord | undefined;
  return {
    /** A second finger means nothing of its own. */
    down({ isPrimary }: { readonly isPrimary: boolean }, file: FileRecord | undefined): void {
      if (!isPrimary) return;
      before = pressed;
      pressed = file;
    },

    /**
     * Nothing by the second click of two in one place, where the first one opened details beside the list and so brought
     * another file there.
     * @param shown what is there now; meant by a click that came without the mouse, as a screen reader makes it
     */
    clicked({ detail }: { readonly detail: number }, shown: FileRecord | undefined): FileRecord | undefined {
      if (detail === 0) return shown;
      return detail > 1 && before?.fileId !== pressed?.fileId ? undefined : pressed;
    },

    /**
     * What a menu is asked for. On Windows and by touch it comes long after the press; one that the keyboard or a screen
     * reader asks for has no pointer, and means what is shown.
     */
    asked: (
      { pointerType = '' }: { readonly pointerType?: string },
      shown: FileRecord | undefined,
    ): FileRecord | undefined => (pointerType === '' ? shown : pressed),

    /** Nothing where two clicks in one place met two files. */
    clickedTwice: (): FileRecord | undefined => (before?.fileId === pressed?.fileId ? pressed : undefined),
  };
}
