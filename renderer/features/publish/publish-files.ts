import type { PublishAnswer } from '../../../shared/rpc/release-records.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { App } from '../../state/app.svelte.ts';
import { releaseKeys } from '../../state/release-keys.ts';
import { releaseTopic } from '../../state/release-news.ts';
import { pausedOf } from './paused-of.ts';
import { takeBackReleases } from './take-back.ts';

type NamedFile = Pick<FileRecord, 'key' | 'name' | 'libraryId'>;

/** So many of the files that are not published are named. */
const mostNamed = 3;

/**
 * Has files published with the comment that a person wrote, says what came of each of them, and offers to take back what was
 * queued. The comment stays unless all of it is queued.
 * @param about by what the comment is kept
 */
export async function publishFiles(app: App, files: readonly NamedFile[], about: string): Promise<void> {
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
  if (!answer) return;
  sayRefused(app, files, answer);
  if (answer.queued.length > 0 && answer.refused.length === 0) app.comments.sent(about, comment);
}

/** What is refused for one reason is said together. */
function sayRefused(app: App, files: readonly NamedFile[], { refused }: PublishAnswer): void {
  const names = new Map(files.map(({ key, name }) => [key, name]));
  for (const some of Map.groupBy(refused, ({ error }) => error.code).values()) {
    const [first] = some;
    if (!first) continue;
    const named = some.slice(0, mostNamed).map(({ named: key }) => names.get(key) ?? key);
    const others = some.length > mostNamed ? [app.texts.publish.others(some.length - mostNamed)] : [];
    const headline = app.texts.publish.refused(app.formats.list([...named, ...others]));
    const error = some.length === 1 ? first.error : { code: first.error.code };
    app.notices.failed(error, { headline, topic: 'publish.release' });
  }
}
