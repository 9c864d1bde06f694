import type { AnswerOf, CallId } from '../../shared/api/caller.ts';
import type { ContentKey } from '../../shared/model/content-key.ts';
import { decisions, type Decision } from './decisions.ts';
import { readMirrored } from './mirrored-question.ts';
import { toldVersions, withTold, type ToldVersion } from './outbox/told-versions.ts';
import type { AnyInput } from './outbox/write.ts';
import type { ServiceMirror } from './service-mirror.ts';

/** Has the mirror know what the service said when something was done, as `decisions` says of the operation. */
export function createWriteNotes(mirror: ServiceMirror, clock: { readonly now: () => number }) {
  const begin = (key: ContentKey, languageCode: string | undefined) => {
    const { languageCode: _, ...params } = key;
    const question = readMirrored('listVersions', { params, query: { languageCode } });
    return question && mirror.begin({ ...question, whose: mirror.whose() });
  };

  /** The versions of a file are from now on those that the service told. */
  async function noteList(input: AnyInput, { versions, ...told }: Partial<AnswerOf<'listVersions'>>): Promise<void> {
    // A service that only says that it is done tells no versions.
    if (!versions?.length) return;
    const languageCode = input.query?.['languageCode'] as string | undefined;
    const asking = begin(input.params as unknown as ContentKey, languageCode);
    await asking?.keep({ ...told, versions }, { seenMs: clock.now(), isPinned: false });
    asking?.end();
  }

  /** A version is among those that are known of its file, whether or not its language was asked for. */
  async function noteVersion({ key, attachmentName, version }: ToldVersion): Promise<void> {
    // Attachments are in no list of versions.
    if (attachmentName !== '') return;
    for (const languageCode of new Set([key.languageCode, undefined])) {
      const asking = begin(key, languageCode);
      await asking?.change((known) => withTold(known, [version], languageCode));
      asking?.end();
    }
  }

  return async (id: CallId, input: AnyInput, answer: unknown): Promise<void> => {
    const decision: Decision = decisions[id];
    if (decision.kind !== 'queued') return;
    if (decision.tells === 'allVersions') await noteList(input, answer ?? {});
    if (decision.tells === 'newVersions') for (const told of toldVersions(id, input, answer)) await noteVersion(told);
  };
}
