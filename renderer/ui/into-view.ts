/** For `{@attach intoView}`, on what appears in answer to a press: it is seen also where it is below the edge. */
export function intoView(part: HTMLElement): void {
  part.scrollIntoView({ block: 'nearest' });
}
