import type { ErrorWords } from '../../errors/error-words.ts';
import type { ClassSuggestion } from '../../rpc/class-suggestion.ts';
import type { Explanation, ExplanationAction, NextStep, OwnAction, Reason, ReasonCode } from '../../rpc/explanation.ts';
import type { Formats } from '../formats.ts';

/** Who says an explanation: a language, its formats and its words for errors, and the moment. */
export interface Speaker {
  readonly nowMs: number;
  readonly formats: Formats;
  readonly sentences: Sentences;
  readonly errors: Pick<ErrorWords, 'happened' | 'toDo'>;
  /** The commands that do what can be done, for who reads at a command line and has no buttons. */
  readonly commands?: Partial<Record<ExplanationAction, string | ((reason: Reason) => string)>>;
}

/** How one language explains a file: a sentence for every reason, every next step and everything that can be done. */
export interface Sentences {
  readonly reasons: { readonly [C in ReasonCode]: (reason: Extract<Reason, { code: C }>, by: Speaker) => string };
  /** @param when the moment in words, `undefined` where it is not known */
  readonly next: Readonly<Record<NextStep['code'], (when: string | undefined) => string>>;
  readonly toDo: Readonly<Record<OwnAction, string>>;
  /** What a file may belong to, and what speaks for it. @param pair the classes in short */
  readonly suggestion: (pair: string, because: ClassSuggestion['because'], by: Speaker) => string;
  /** What becomes of a release that a person asked for. */
  /** Of what stands here: `afterYou` where something is to be done about the file first, `onceResumed` while it is paused. */
  readonly release: Readonly<Record<NonNullable<Explanation['release']> | 'afterYou' | 'onceResumed', string>>;
  /** @param key the one under which the service has a file, or may have it, from before its class or program changed */
  readonly leftLine: (key: string) => string;
  /** @param isGoingOut whether one is queued in its place */
  readonly lostRelease: (version: string, isGoingOut: boolean) => string;
  readonly placeTaken: string;
  /** @param when moment and how long ago */
  readonly since: (when: string, ago: string) => string;
  /** A moment that is due now. */
  readonly soon: string;
}

/** A moment as a person says it, with the time where it is of today or yesterday. */
export function momentOf(atMs: number, { formats, nowMs }: Speaker): string {
  return formats.moment(atMs, nowMs);
}

/** A sentence that goes on after a colon. */
export function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
