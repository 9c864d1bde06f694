import { onDestroy } from 'svelte';

/** Has something end with the component that makes it. */
export function whileShown<T extends { readonly close: () => void }>(part: T): T {
  onDestroy(part.close);
  return part;
}
