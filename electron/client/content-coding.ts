import type { AnswerHeaders } from './rate-budget.ts';

/** How the bytes of an answer are encoded; `undefined`: as they are, which is all that is asked for. */
export function codingOf(headers: AnswerHeaders): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity' ? undefined : coding;
}
