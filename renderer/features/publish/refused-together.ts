import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { PublishAnswer } from '../../../shared/rpc/release-records.ts';
import type { Formats } from '../../../shared/words/formats.ts';
import type { Texts } from '../../texts/texts.ts';

/**
 * What one notice says of all that is not published: several notices could push each other out. It names every file with
 * the reason; of the first reason it also says what is safe and what to do.
 * @returns `undefined` where all is published
 */
export function refusedTogether(
  { texts, formats }: { readonly texts: Pick<Texts, 'publish' | 'errors'>; readonly formats: Pick<Formats, 'list'> },
  refused: PublishAnswer['refused'],
  nameOf: (key: string) => string,
): { readonly headline: string; readonly error: ErrorRecord } | undefined {
  const reasons = [...Map.groupBy(refused, ({ error }) => error.code)].map(([code, some]) => ({
    code,
    headline: texts.publish.refused(formats.list(some.map(({ named }) => nameOf(named)))),
    detail: some.length === 1 ? some[0]?.error.detail : undefined,
  }));
  const [first, ...others] = reasons;
  if (!first) return undefined;
  const more = others.flatMap(({ code, headline, detail }) => [`${headline}.`, texts.errors.happened(code), detail]);
  const detail = [first.detail, ...more].filter((said) => said !== undefined).join(' ');
  return { headline: first.headline, error: { code: first.code, ...(detail === '' ? {} : { detail }) } };
}
