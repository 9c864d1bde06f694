import { createFormats } from '../../../shared/words/formats.ts';

/** How many there are of something, as in `1 product` and `2,000 products`. */
export function counted(count: number, what: string): string {
  return `${createFormats('en').number(count)} ${what}${count === 1 ? '' : 's'}`;
}
