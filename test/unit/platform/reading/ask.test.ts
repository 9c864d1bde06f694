import { describe, expect, it } from 'vitest';
import { createAsking } from '../../../../electron/platform/reading/ask.ts';
import { answerQuestion } from '../../../../electron/platform/reading/answer-question.ts';
import type { AnswerTo, Question } from '../../../../electron/platform/reading/questions.ts';

const root = import.meta.dirname;
const file = import.meta.filename;

/** Asks a disk that fails so for these places, and is as it is elsewhere. */
const askWhere = (code: string, failing: readonly string[]) =>
  createAsking({
    async ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>> {
      if (failing.includes(question.path)) throw Object.assign(new Error(code), { code });
      return answerQuestion(question);
    },
  });

describe('a drive that fails, or the network to it', () => {
  it.each(['stat', 'list'] as const)(
    'means that the library is missing where its root is asked for: %s',
    async (kind) => {
      const asked = askWhere('UNKNOWN', [root])({ kind, root, path: root });
      await expect(asked).rejects.toMatchObject({ code: 'library-missing', cause: { code: 'UNKNOWN' } });
    },
  );

  it('means so for what makes it the library, where the root does not answer either', async () => {
    const asked = askWhere('ECONNRESET', [root, file])({ kind: 'text', root, path: file });
    await expect(asked).rejects.toMatchObject({ code: 'library-missing' });
  });

  it('means that a file cannot be read, where the root answers or its bytes were asked for', async () => {
    const text = askWhere('UNKNOWN', [file])({ kind: 'text', root, path: file });
    await expect(text).rejects.toMatchObject({ code: 'file-unreadable' });
    const hash = askWhere('UNKNOWN', [root, file])({ kind: 'hash', root, path: file });
    await expect(hash).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('is not what want of rights is', async () => {
    const asked = askWhere('EACCES', [root])({ kind: 'list', root, path: root });
    await expect(asked).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});
