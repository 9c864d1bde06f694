import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Place } from '../real-place.ts';

/**
 * What a reading thread is asked about one place, and what it answers. Both cross between threads. What is opened is
 * proven to stand where its path says, below the root and with no link on the way.
 */
export type Question = Place & QuestionKind;

type QuestionKind =
  /** The outside of a file or folder; what stands behind a link is not looked at. */
  | { readonly kind: 'stat' }
  /** Everything in a folder. */
  | { readonly kind: 'list' }
  /** Has the folders from this one on listed before they are asked for, but those of this name. */
  | { readonly kind: 'ahead'; readonly leftOut: string }
  /** All of a small file. */
  | { readonly kind: 'text' }
  /** The SHA-256 of a file, and how it looks after it was read. */
  | { readonly kind: 'hash' }
  /** A file as a whole with its SHA-256, unless it is longer than `longestBytes`. */
  | { readonly kind: 'whole'; readonly longestBytes: number }
  /** The beginning and the end of a file, which tell most about it. */
  | { readonly kind: 'ends'; readonly headBytes: number; readonly tailBytes: number }
  /** Some bytes out of the middle. */
  | { readonly kind: 'piece'; readonly position: number; readonly lengthBytes: number };

export interface Answers {
  readonly stat: Outside | undefined;
  readonly list: Listing | undefined;
  readonly ahead: undefined;
  readonly text: string | undefined;
  readonly hash: Hashed;
  readonly whole: { readonly sha256: Sha256; readonly bytes: Uint8Array } | undefined;
  readonly ends: Ends;
  readonly piece: Uint8Array;
}

export type AnswerTo<Q extends Question> = Answers[Q['kind']];

export const outsideKinds = ['file', 'folder', 'link', 'pipe', 'socket', 'device'] as const;

export interface Outside {
  readonly kind: (typeof outsideKinds)[number];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: string;
  /** Its owner may not write to it, or on Windows it has that attribute; not told by listings. */
  readonly isReadOnly?: boolean;
}

/**
 * A folder column by column: a hundred thousand entries cross faster so than one by one. A column may be longer than what
 * was found.
 */
export interface Listing {
  readonly names: readonly string[];
  /** The names from here on could be told only in part: they are no valid text. */
  readonly garbledFrom: number;
  /** Places in `outsideKinds`. */
  readonly kinds: Uint8Array;
  readonly sizesBytes: Float64Array;
  readonly modifiedMs: Float64Array;
  readonly changedMs: Float64Array;
  readonly inodes: readonly (number | bigint)[];
}

export interface Hashed {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  readonly after: Outside | undefined;
}

/** `tail` begins at `sizeBytes - tail.length`. What is all in the `head` is hashed with it, and has no `tail`. */
export interface Ends {
  readonly hashed: Hashed | undefined;
  readonly sizeBytes: number;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}
