import { createAnswer, type Answer } from './answer.svelte.ts';
import { readOnNews } from './read-on-news.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** An answer of the engine that is kept true. */
interface KeptAnswer<T> {
  readonly answer: Answer<T>;
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

const usualGatherMs = 100;

/** Asks at once, and again when the engine tells that the answer may be another. @param concerns whether news do */
export function createKeptAnswer<T>(
  session: Session,
  question: () => Promise<T>,
  concerns: (news: SessionNews) => boolean,
  gatherMs = usualGatherMs,
): KeptAnswer<T> {
  const answer = createAnswer<T>(session);
  const read = () => answer.ask(question);
  const close = readOnNews(session, concerns, read, gatherMs);
  void read();
  return { answer, refresh: read, close };
}
