import { SvelteMap } from 'svelte/reactivity';

/**
 * What a person wrote of releases and did not send yet, by what it is about: views come and go, and what was written
 * stays for as long as the window is open.
 */
export interface UnsentComments {
  readonly of: (about: string) => string;
  readonly write: (about: string, comment: string) => void;
  /** It was sent; what was written meanwhile was not. */
  readonly sent: (about: string, comment: string) => void;
}

export function createUnsentComments(): UnsentComments {
  const comments = new SvelteMap<string, string>();
  const of = (about: string): string => comments.get(about) ?? '';
  return {
    of,
    write: (about, comment) => void comments.set(about, comment),
    sent(about, comment) {
      if (of(about) === comment) comments.delete(about);
    },
  };
}
