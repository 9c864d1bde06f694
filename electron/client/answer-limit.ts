import type { Timeouts } from './attempt.ts';
import type { OutgoingRequest } from './exchange.ts';
import type { Payload } from './payload.ts';

/** The slowest line behind a proxy that takes a request in whole, looks at it, and only then passes it on. */
const passedOnBytesPerMs = 256;

/** How long an answer may be waited for by those who take a request, in milliseconds. */
export function promptnessMs({ isPrompt }: OutgoingRequest, { answerMs, promptAnswerMs }: Timeouts): number {
  return isPrompt ? Math.min(answerMs, promptAnswerMs) : answerMs;
}

/** How long a request may still be on its way once it was sent, in milliseconds. */
export function passingOnMs(payload: Payload | undefined): number {
  if (payload === undefined) return 0;
  const sizeBytes = payload.kind === 'bytes' ? payload.bytes.length : payload.sizeBytes;
  return sizeBytes / passedOnBytesPerMs;
}
