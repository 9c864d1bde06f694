import type { Notices } from './notices.svelte.ts';
import type { Texts } from '../texts/texts.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';

/** Releases that are made so soon after one another are told together. */
const gatherMs = 400;

/** What is said of releases: that they go out becomes what they are. */
export const releaseTopic = 'release';

interface Release {
  readonly title: string;
  readonly version: string;
}

/** Says which release a file became once it went out, however long ago that was asked for. */
export function createReleaseNews(
  session: Session,
  notices: Pick<Notices, 'done' | 'told'>,
  texts: () => Texts['activity'],
): { readonly close: () => void } {
  let made: Release[] = [];
  let said: string | undefined;
  const gathering = createGathering(async () => {
    const [first, ...others] = made;
    if (!first) return;
    const { publishedAs, publishedMany } = texts();
    said = others.length === 0 ? publishedAs(first.title, first.version) : publishedMany(others.length + 1);
    notices.done(said, { topic: releaseTopic });
  }, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind !== 'activity' || news.entry.kind !== 'released') return;
    // While it can still be read it is counted on; then, and where something newer was asked for, it was told.
    if (said !== undefined && notices.told(releaseTopic) !== said) {
      made = [];
      said = undefined;
    }
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
