import type { Notices } from './notices.svelte.ts';
import type { Texts } from '../texts/texts.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';

/** Releases that are made so soon after one another are told together. */
const gatherMs = 400;

interface Release {
  readonly title: string;
  readonly version: string;
}

/** Says which release a file became once it went out, however long ago that was asked for. */
export function createReleaseNews(
  session: Session,
  notices: Pick<Notices, 'done'>,
  texts: () => Texts['activity'],
): { readonly close: () => void } {
  let made: Release[] = [];
  const gathering = createGathering(async () => {
    const [first, ...others] = made;
    made = [];
    if (!first) return;
    const { publishedAs, publishedMany } = texts();
    notices.done(others.length === 0 ? publishedAs(first.title, first.version) : publishedMany(others.length + 1));
  }, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind !== 'activity' || news.entry.kind !== 'released') return;
    made.push({ title: news.entry.title, version: news.entry.version ?? '' });
    gathering.soon();
  });
  return {
    close() {
      unsubscribe();
      gathering.close();
    },
  };
}
