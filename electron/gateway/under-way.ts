import type { CallId } from '../../shared/api/caller.ts';

interface QuestionUnderWay {
  readonly id: CallId;
  readonly name: string;
  isOutdated: boolean;
}

/** Questions that the service has not answered yet, in the order in which they were asked. */
export function createQuestionsUnderWay() {
  const underWay = new Set<QuestionUnderWay>();
  return {
    /** @param name the same for whoever asks the same */
    begin(id: CallId, name: string): QuestionUnderWay {
      const question = { id, name, isOutdated: false };
      underWay.add(question);
      return question;
    },
    /**
     * It is answered: whoever asked the same before will be told something older.
     * @returns whether nothing newer is known: it was neither asked later and answered earlier, nor changed since
     */
    answer(question: QuestionUnderWay): boolean {
      for (const earlier of underWay) {
        if (earlier === question) break;
        if (earlier.name === question.name) earlier.isOutdated = true;
      }
      return !question.isOutdated;
    },
    /** What these operations answer was changed: what they were asked before may not know of it. */
    change(ids: readonly CallId[]): void {
      for (const question of underWay) if (ids.includes(question.id)) question.isOutdated = true;
    },
    end: (question: QuestionUnderWay): void => void underWay.delete(question),
  };
}

export type QuestionsUnderWay = ReturnType<typeof createQuestionsUnderWay>;
