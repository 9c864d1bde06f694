/**
 * For `{@attach asModal}`, on a dialog: it is open as long as it is there. One that is taken away, and not closed, would
 * leave the keyboard nowhere: it goes back to where it was.
 */
export function asModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    if (before instanceof HTMLElement) before.focus();
  };
}
