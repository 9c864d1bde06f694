import { createGathering } from './gathering.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/**
 * Has something read again when the engine tells that it may have changed, once for all that is told within `gatherMs`.
 * @param concerns whether that news is about it
 * @param read reads it; never rejects
 * @returns what ends that
 */
export function readOnNews(
  session: Pick<Session, 'subscribe'>,
  concerns: (news: SessionNews) => boolean,
  read: () => Promise<unknown>,
  gatherMs: number,
): () => void {
  const gathering = createGathering(read, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (concerns(news)) gathering.soon();
  });
  return () => {
    unsubscribe();
    gathering.close();
  };
}
