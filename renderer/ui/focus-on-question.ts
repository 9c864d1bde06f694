/**
 * For `{@attach focusOnQuestion}`, on a part of the page in which a button makes way for a question: the keyboard goes to
 * the question, so that its answers come next, and back to the button when it was answered. An answer is not chosen for
 * anybody: the one that comes first may delete something.
 */
export function focusOnQuestion(part: HTMLElement): () => void {
  let question: HTMLElement | null = null;
  let last: HTMLElement | undefined;
  let opener: HTMLElement | undefined;

  const onfocusin = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement && part.contains(target) ? target : undefined;
  };
  function follow(): void {
    const before = question;
    question = part.querySelector<HTMLElement>('[role^="alert"]');
    if (question === before) return;
    if (!before) opener = last;
    if (!last || document.activeElement !== document.body) return;
    if (!question) return buttonLike(part, opener)?.focus();
    question.tabIndex = -1;
    question.focus();
  }
  const observer = new MutationObserver(follow);
  observer.observe(part, { childList: true, subtree: true });
  document.addEventListener('focusin', onfocusin);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onfocusin);
  };
}

/** The button that opened the question, which may have been made anew since. */
function buttonLike(part: HTMLElement, opener: HTMLElement | undefined): HTMLElement | undefined {
  const buttons = [...part.querySelectorAll<HTMLElement>('button')];
  return buttons.find((button) => button === opener || button.textContent === opener?.textContent) ?? buttons[0];
}
