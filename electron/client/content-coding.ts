import type { AnswerHeaders } from './rate-budget.ts';

/** Why the bytes of an answer cannot be read: they are encoded; `undefined` where they are as they are asked for. */
export function codingFault(headers: AnswerHeaders): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity' ? undefined : `The bytes are encoded as ${coding}, unasked.`;
}
