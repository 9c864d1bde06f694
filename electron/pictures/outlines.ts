import { toAppError } from '../../shared/errors/app-error.ts';
import { shapeFormatOf } from '../look/shape-formats.ts';
import type { Looks } from './looks.ts';
import { nameOfPicture, type PictureAnswer, type PictureQuestion } from './picture-question.ts';

/** Why nothing is drawn that nobody waits for. */
export type HoldReason = 'battery' | 'syncing';

/** Draws files without a picture inside, one at a time, and only while nothing else is more urgent. */
export interface Outlines {
  /**
   * @param signal takes it back; there is none then
   * @returns `undefined` where the shapes cannot be read, or could not be read before since the app was opened
   */
  outlineOf(question: PictureQuestion, signal?: AbortSignal): Promise<PictureAnswer>;
  /** What is being drawn is still drawn. */
  hold(reason: HoldReason, isHeld: boolean): void;
}

/** Whether the shapes in such a file can be drawn. */
export const isDrawable = (fileName: string): boolean => shapeFormatOf(fileName) !== undefined;

interface Waiting {
  readonly question: PictureQuestion;
  readonly resolve: (answer: PictureAnswer) => void;
}

export function createOutlines({ ask }: Pick<Looks, 'ask'>): Outlines {
  const waiting = new Set<Waiting>();
  const held = new Set<HoldReason>();
  /** What took too long, or ended its reader: whoever wants to look has it tried again, and nobody else. */
  const failed = new Set<string>();
  let isDrawing = false;

  async function drawNext(): Promise<void> {
    const [next] = waiting;
    if (!next || isDrawing || held.size > 0) return;
    waiting.delete(next);
    isDrawing = true;
    const { question, resolve } = next;
    // Why there is none tells nobody anything: whoever wants to look is told then.
    const answer = await ask({ kind: 'outline', picture: question }).catch((thrown: unknown) => {
      if (toAppError(thrown).code.startsWith('look-')) failed.add(nameOfPicture(question));
    });
    isDrawing = false;
    resolve(answer?.picture);
    void drawNext();
  }

  return {
    outlineOf: (question, signal) =>
      new Promise((resolve) => {
        const isVain = !isDrawable(question.fileName) || failed.has(nameOfPicture(question));
        if (signal?.aborted || isVain) return resolve(undefined);
        const one: Waiting = { question, resolve };
        waiting.add(one);
        signal?.addEventListener('abort', () => waiting.delete(one) && resolve(undefined), { once: true });
        void drawNext();
      }),
    hold(reason, isHeld) {
      if (isHeld) held.add(reason);
      else held.delete(reason);
      void drawNext();
    },
  };
}
