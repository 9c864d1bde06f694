import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { App } from '../../state/app.svelte.ts';
import { releaseKeys } from '../../state/release-keys.ts';
import { releaseTopic } from '../../state/release-news.ts';
import { nameAmong } from '../library/library-among.ts';
import { pausedOf } from './paused-of.ts';
import { refusedTogether } from './refused-together.ts';
import { takeBackReleases } from './take-back.ts';

type NamedFile = Pick<FileRecord, 'key' | 'name' | 'libraryId'>;

/**
 * Has files published with the comment that a person wrote, says what came of each of them, and offers to take back what was
 * queued. The comment stays unless all of it is queued.
 * @param about by what the comment is kept
 * @returns those that are published, or were to be already
 */
export async function publishFiles<File extends NamedFile>(
  app: App,
  files: readonly File[],
  about: string,
): Promise<readonly File[]> {
  const comment = app.comments.of(about);
  const keys = files.flatMap(({ key }) => key ?? []);
  const paused = pausedOf(app, files);
  const answer = await app.act(
    (client) => releaseKeys(client, keys, comment),
    ({ queued, already }) => {
      const isOffline = app.session.status?.connection.state !== 'online';
      const said = [
        queued.length > 0 ? app.texts.library.detail.queued(queued.length, isOffline, paused) : '',
        already > 0 ? app.texts.publish.already(already) : '',
      ].filter((sentence) => sentence !== '');
      return said.length === 0 ? undefined : { text: said.join(' '), topic: releaseTopic };
    },
    {
      isThere: ({ queued }) => queued.length > 0,
      act: (_client, { queued }) => takeBackReleases(app, queued),
      done: () => undefined,
    },
  );
  if (!answer) return [];
  const names = new Map(files.map((file) => [file.key, nameAmong(app, file.name, file)]));
  const said = refusedTogether(app, answer.refused, (key) => names.get(key) ?? key);
  if (said) app.notices.failed(said.error, { headline: said.headline, others: said.others });
  if (answer.queued.length > 0 && answer.refused.length === 0) app.comments.sent(about, comment);
  const refused = new Set(answer.refused.map(({ named }) => named));
  return files.filter(({ key }) => key !== undefined && !refused.has(key));
}
