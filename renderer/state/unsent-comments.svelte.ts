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
  /** It is about something else by now, of which nothing was written yet. */
  readonly move: (about: string, to: string) => void;
}

/** By which what is written of one file is kept. */
export const aboutFile = (fileId: string): string => `file ${fileId}`;

export function createUnsentComments(): UnsentComments {
  const comments = new SvelteMap<string, string>();
  const of = (about: string): string => comments.get(about) ?? '';
  const write = (about: string, comment: string): void => void comments.set(about, comment);
  return {
    of,
    write,
    sent(about, comment) {
      if (of(about) === comment) comments.delete(about);
    },
    move(about, to) {
      if (of(to) !== '') return;
      write(to, of(about));
      comments.delete(about);
    },
  };
}
