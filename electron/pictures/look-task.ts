import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { DistanceRecord, LookComparison, SceneRecord } from '../../shared/rpc/look-record.ts';
import type { PictureAnswer, PicturePlace, PictureQuestion } from './picture-question.ts';

/** Bytes that are to be looked at. */
export interface LookedContent {
  /** Of the bytes; without, they are whatever is in the one place they are in. */
  readonly sha256?: string | undefined;
  /** Its extension says of which format they are. */
  readonly fileName: string;
  readonly places: readonly PicturePlace[];
}

/** What is wanted of a worker that looks, and is ended then. */
export type LookQuestion =
  | { readonly kind: 'scene'; readonly content: LookedContent }
  | { readonly kind: 'comparison'; readonly before: LookedContent; readonly after: LookedContent }
  | { readonly kind: 'distances'; readonly before: LookedContent; readonly after: LookedContent }
  /** Kept where the picture inside the file would be. */
  | { readonly kind: 'outline'; readonly picture: PictureQuestion };

export interface LookTask {
  /** The private folder in which scenes are kept, and what cannot be read. */
  readonly folder: string;
  readonly limitBytes: number;
  readonly question: LookQuestion;
}

/** What each is answered with. */
interface Answers {
  readonly scene: SceneRecord;
  readonly comparison: LookComparison;
  readonly distances: DistanceRecord;
  readonly outline: { readonly picture: PictureAnswer };
}

export type LookAnswerOf<Q extends LookQuestion> = Answers[Q['kind']];
export type LookReply<Q extends LookQuestion> =
  | { readonly answer: LookAnswerOf<Q> }
  | { readonly failure: ErrorRecord };
