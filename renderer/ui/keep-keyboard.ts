/** What took an element out of the page that had the keyboard, while nobody led it elsewhere. */
type OnLost = (record: MutationRecord) => void;

/**
 * For `{@attach keepKeyboard}`, on the content of a window: where what has the keyboard goes away, the keyboard goes to
 * the row beside it, else to the heading of what is left. To the row, and not to a button in it: who presses twice
 * would do to that row what they did to this one.
 */
export function keepKeyboard(content: HTMLElement): () => void {
  return watchKeyboard(content, (record) => {
    const place = rowBeside(record) ?? placeAbove(record.target, content);
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
}

/**
 * For `{@attach giveBackKeyboard}`, on what comes and goes beside the content: where a part of it goes away that has the
 * keyboard, the keyboard goes back to where it came from.
 */
export function giveBackKeyboard(aside: HTMLElement): () => void {
  let before: HTMLElement | undefined;
  const onfocusin = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !aside.contains(relatedTarget)) before = relatedTarget;
  };
  aside.addEventListener('focusin', onfocusin);
  const end = watchKeyboard(aside, () => (before?.isConnected ? before : document.getElementById('content'))?.focus());
  return () => {
    aside.removeEventListener('focusin', onfocusin);
    end();
  };
}

function watchKeyboard(part: HTMLElement, onLost: OnLost): () => void {
  let last: HTMLElement | undefined;
  const isNowhere = (): boolean => document.activeElement === document.body;
  const onfocusin = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement && part.contains(target) ? target : undefined;
  };
  // Who leads the keyboard nowhere has left the list. What goes away with the keyboard is out of the page by then.
  const onfocusout = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return;
    const left = last;
    setTimeout(() => {
      if (left === last && left?.isConnected && isNowhere()) last = undefined;
    });
  };
  function find(records: MutationRecord[]): void {
    const had = last;
    const record = had && isNowhere() ? recordOf(records, had) : undefined;
    if (!had || !record) return;
    // Whoever knows better where the keyboard belongs has led it there by then.
    setTimeout(() => {
      if (!isNowhere()) return;
      // A row that only moved loses it as well.
      if (had.isConnected) had.focus({ preventScroll: true });
      else onLost(record);
    });
  }
  const observer = new MutationObserver(find);
  observer.observe(part, { childList: true, subtree: true });
  document.addEventListener('focusin', onfocusin);
  part.addEventListener('focusout', onfocusout);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onfocusin);
    part.removeEventListener('focusout', onfocusout);
  };
}

/** What took an element out of the page: it, or something that it was in. */
function recordOf(records: MutationRecord[], element: Element): MutationRecord | undefined {
  let lost: Node = element;
  let found: MutationRecord | undefined;
  for (const record of records) {
    if (![...record.removedNodes].some((node) => node.contains(lost))) continue;
    found = record;
    lost = record.target;
  }
  return found;
}

function rowBeside({ removedNodes, nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  if (![...removedNodes].some(isRow)) return undefined;
  for (let node = nextSibling; node?.isConnected; node = node.nextSibling) if (isRow(node)) return node;
  for (let node = previousSibling; node?.isConnected; node = node.previousSibling) if (isRow(node)) return node;
  return undefined;
}

const isRow = (node: Node): node is HTMLElement => node instanceof HTMLLIElement || node instanceof HTMLTableRowElement;

/** The list that an element was in, or the nearest heading over it. */
function placeAbove(from: Node, content: HTMLElement): HTMLElement {
  for (let above = from.isConnected ? from : content; above !== content; above = above.parentNode ?? content) {
    if (!(above instanceof HTMLElement)) continue;
    const list = above.closest<HTMLElement>('[role="listbox"]');
    const place = list ?? [...above.querySelectorAll<HTMLElement>('h1, h2, h3')].find((one) => one.checkVisibility());
    if (place) return place;
  }
  return content;
}
