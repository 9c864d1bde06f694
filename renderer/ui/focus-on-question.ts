/** What has the keyboard, with the row or the part of the page in which something may take its place. */
interface Focused {
  readonly element: HTMLElement;
  readonly row: HTMLElement;
}

/**
 * For `{@attach focusOnQuestion}`, on a part of the page, or a list, in which a button asks a question: where the button
 * makes way for it the keyboard goes to the question, so that its answers come next. Once it was answered the keyboard
 * goes back to where it was. An answer is not chosen for anybody: the one that comes first may delete something.
 */
export function focusOnQuestion(part: HTMLElement): () => void {
  let question: HTMLElement | null = null;
  let last: Focused | undefined;
  let opener: Focused | undefined;

  const onfocusin = ({ target }: FocusEvent): void => {
    const isHere = target instanceof HTMLElement && part.contains(target);
    last = isHere ? { element: target, row: target.closest('li') ?? part } : undefined;
  };
  function follow(): void {
    const before = question;
    question = part.querySelector<HTMLElement>('[role^="alert"]');
    if (question === before) return;
    // Who answers one question may be asked the next.
    if (question && !(last && before?.contains(last.element))) opener = last;
    if (!last || document.activeElement !== document.body) return;
    if (!question) return opener && buttonOf(opener)?.focus();
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

/** It, or the button of that name that was made since. */
function buttonOf({ element, row }: Focused): HTMLElement | undefined {
  if (element.isConnected) return element;
  return [...row.querySelectorAll('button')].find(({ textContent }) => textContent === element.textContent);
}
