import type { Notices } from './notices.svelte.ts';
import type { Session } from './session.svelte.ts';
import type { Texts } from '../texts/texts.ts';

/** Says at once what the service refused of that which was asked of it while it was away. */
export function createWriteNews(
  session: Session,
  notices: Pick<Notices, 'done'>,
  texts: () => Texts['activity'],
): { readonly close: () => void } {
  const close = session.subscribe((news) => {
    if (news.kind !== 'activity') return;
    const { kind } = news.entry;
    if (kind !== 'addInRefused' && kind !== 'writeRefused') return;
    const { refused, untitled } = texts().writes;
    notices.done(refused(news.entry.title || untitled), { isLeft: true });
  });
  return { close };
}
