import type { ErrorRecord } from '../../shared/errors/app-error.ts';

/** Something the window says once, at its lower edge: that a thing was done, or why it was not. */
export type Notice = { readonly noticeId: number } & (
  | { readonly kind: 'done'; readonly text: string; readonly undo?: (() => void) | undefined }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }
);

export interface Notices {
  readonly shown: readonly Notice[];
  /** Says that something was done, and for that moment offers to take it back; it goes away by itself. */
  readonly done: (text: string, undo?: () => void) => void;
  /** Says why something failed; it stays until dismissed. */
  readonly failed: (error: ErrorRecord) => void;
  readonly dismiss: (noticeId: number) => void;
}

const doneStaysMs = 6_000;
/** Who may want it undone has to read it, think, and reach for the button. */
const undoStaysMs = 20_000;
const mostShown = 3;

export function createNotices(): Notices {
  let shown = $state.raw<readonly Notice[]>([]);
  let lastId = 0;

  const dismiss = (noticeId: number) => {
    shown = shown.filter((notice) => notice.noticeId !== noticeId);
  };

  return {
    get shown() {
      return shown;
    },
    done(text, undo) {
      const noticeId = ++lastId;
      shown = [...shown, { noticeId, kind: 'done' as const, text, undo }].slice(-mostShown);
      setTimeout(() => dismiss(noticeId), undo ? undoStaysMs : doneStaysMs);
    },
    failed(error) {
      shown = [...shown, { noticeId: ++lastId, kind: 'failed' as const, error }].slice(-mostShown);
    },
    dismiss,
  };
}
