import { createThreadLane } from '../platform/thread-lane.ts';
import { answerPicture } from './answer-picture.ts';
import type { Looks } from './looks.ts';
import { createOutlines, isDrawable, type HoldReason } from './outlines.ts';
import type { PictureAnswer, PictureQuestion } from './picture-question.ts';

/** Half of them is being made while the next one crosses over; what waits behind can still be taken back. */
const askedAtOnce = 2;

/** Of a preview of 10 KB, so many for a library of 25,000 files. */
const limitBytes = 256 * 2 ** 20;

/** What is to be seen. */
export type PicturedContent = Omit<PictureQuestion, 'folder' | 'limitBytes'>;

interface Waiting {
  readonly content: PicturedContent;
  readonly resolve: (answer: PictureAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Pictures of bytes, made in a thread of their own and kept in a folder. */
export interface Pictures {
  /**
   * @param signal takes it back; there is none then
   * @returns `undefined` where nothing tells what the bytes look like
   */
  pictureOf(content: PicturedContent, signal?: AbortSignal): Promise<PictureAnswer>;
  /** Whether the shapes in such a file can be drawn. */
  isDrawable(fileName: string): boolean;
  /** What a file without a picture inside looks like, drawn while nothing holds that back. */
  outlineOf(content: PicturedContent, signal?: AbortSignal): Promise<PictureAnswer>;
  holdOutlines(reason: HoldReason, isHeld: boolean): void;
}

/**
 * @param folder is made when the first picture is asked for
 * @param looks reads the shapes of what has to be drawn
 */
export function createPictures(folder: string, looks: Pick<Looks, 'ask'>): Pictures {
  const outlines = createOutlines(looks);
  const lane = createThreadLane<PictureQuestion, PictureAnswer>({
    source: import.meta.url,
    script: 'picture-worker',
    answerHere: answerPicture,
  });
  const waiting = new Set<Waiting>();
  let asked = 0;

  function askNext(): void {
    const [next] = waiting;
    if (!next || asked >= askedAtOnce) return;
    waiting.delete(next);
    asked += 1;
    lane
      .ask({ ...next.content, folder, limitBytes })
      .then(next.resolve, next.reject)
      .finally(() => {
        asked -= 1;
        askNext();
      });
  }

  return {
    isDrawable,
    outlineOf: (content, signal) => outlines.outlineOf({ ...content, folder, limitBytes }, signal),
    holdOutlines: (...hold) => outlines.hold(...hold),
    pictureOf: (content, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return resolve(undefined);
        const one: Waiting = { content, resolve, reject };
        waiting.add(one);
        // What was asked of the thread already comes; nobody looks at it then.
        signal?.addEventListener('abort', () => waiting.delete(one) && resolve(undefined), { once: true });
        askNext();
      }),
  };
}
