import type { PublishAnswer } from '../../../shared/rpc/release-records.ts';
import type { Formats } from '../../../shared/words/formats.ts';
import type { FailedBeside } from '../../state/notice.ts';
import type { Texts } from '../../texts/texts.ts';

/**
 * What one notice says of all that is not published: several notices could push each other out. It names every file with
 * the reason; of the first reason it also says what is safe and what to do.
 * @returns `undefined` where all is published
 */
export function refusedTogether(
  { texts, formats }: { readonly texts: Pick<Texts, 'publish'>; readonly formats: Pick<Formats, 'list'> },
  refused: PublishAnswer['refused'],
  nameOf: (key: string) => string,
): (FailedBeside & { readonly others: readonly FailedBeside[] }) | undefined {
  const reasons = [...Map.groupBy(refused, ({ error }) => error.code)].map(([code, some]): FailedBeside => ({
    headline: texts.publish.refused(formats.list(some.map(({ named }) => nameOf(named)))),
    error: { code, ...(some.length === 1 ? { detail: some[0]?.error.detail } : {}) },
  }));
  const [first, ...others] = reasons;
  return first && { ...first, others };
}
