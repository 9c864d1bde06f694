/** What only flies past while somebody scrolls is not looked at. */
const dwellMs = 80;

/**
 * Calls back each time an element has come into sight and stays there; the signal tells that it left.
 * @returns ends it
 */
export function watchSight(element: Element, onSight: (signal: AbortSignal) => void): () => void {
  let gone: AbortController | undefined;
  const leave = (): void => {
    gone?.abort();
    gone = undefined;
  };
  const observer = new IntersectionObserver((changes) => {
    if (changes.at(-1)?.isIntersecting !== true) return leave();
    if (gone) return;
    const { signal } = (gone = new AbortController());
    setTimeout(() => {
      if (!signal.aborted) onSight(signal);
    }, dwellMs);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    leave();
  };
}
