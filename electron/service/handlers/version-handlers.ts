import { contentVersionIdentity } from '../../../shared/api/content-key-of.ts';
import type { CadContentVersion, CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import { isListedFor, isReleaseOf, type AskedVersion } from '../../../shared/api/version-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatVersion, isRelease, nextRelease, type Version } from '../../../shared/model/version.ts';
import type { History, StoredVersion, VersionRecords } from '../store/store.ts';
import type { TakeTurn } from '../take-turns.ts';
import type { AppendInTurn } from './append-in-turn.ts';
import { chooseByLanguage, listFileHistories } from './choose-history.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

/** Operations 20 and 21: the versions of a CAD file and their release. */
export function createVersionHandlers(
  { store, now }: HandlerPorts,
  appendInTurn: AppendInTurn,
): Pick<Handlers, 'listVersions' | 'release'> {
  return {
    async listVersions({ params, query, takeTurn }) {
      const history = chooseByLanguage(await listFileHistories(store.versions, params), query.languageCode);
      // An unknown file is an empty list: older clients stop at anything else (wire format 3.3).
      return { value: history ? await describeVersions(store.versions, history, query, takeTurn) : { versions: [] } };
    },
    async release({ params, query, body, takeTurn }) {
      const comments = body.comments === undefined ? undefined : store.keeps(body.comments);
      let before: readonly CadContentVersion[] = [];
      const released = await appendInTurn([params], async () => {
        const history = chooseByLanguage(await listFileHistories(store.versions, params), query.languageCode);
        if (!history) throw new AppError('nothing-to-release', { detail: 'There is no such file.' });
        const draft = await store.versions.find(history.historyId, draftMeant(history, query));
        if (!draft) throw new AppError('internal-error', { detail: 'The newest version is not there.' });
        before = await describeEach(store.versions, history, {}, takeTurn);
        const about = { after: history.newest, changedAt: now(), comments, blobId: draft.blob.blobId };
        return [{ ...draft, ...about, version: nextRelease(history.newest) }];
      });
      // Once it is stored nothing is asked any more: what could fail then would keep a release from its audit trail.
      const [current] = released;
      return { value: { ...describeCurrent(current), versions: [...released.map(describeVersion), ...before] } };
    },
  };
}

/** The draft to release: the newest version, which has to be a draft and, where one is named, the one named. */
function draftMeant({ newest }: History, asked: AskedVersion): Version {
  if (isRelease(newest)) {
    throw new AppError('nothing-to-release', { detail: `The newest version, ${formatVersion(newest)}, is released.` });
  }
  if (!isReleaseOf(asked, newest)) {
    throw new AppError('nothing-to-release', { detail: `The newest draft is ${formatVersion(newest)}.` });
  }
  return newest;
}

async function describeVersions(
  versions: VersionRecords,
  history: History,
  asked: AskedVersion,
  takeTurn: TakeTurn,
): Promise<CadContentVersions> {
  const { historyId, newestRelease } = history;
  const current = newestRelease && (await versions.find(historyId, newestRelease));
  return { ...describeCurrent(current), versions: await describeEach(versions, history, asked, takeTurn) };
}

function describeCurrent(current: StoredVersion | undefined): Pick<CadContentVersions, 'current'> {
  return current ? { current: describeVersion(current) } : {};
}

/** The newest first. */
async function describeEach(
  versions: VersionRecords,
  { historyId }: History,
  asked: AskedVersion,
  takeTurn: TakeTurn,
): Promise<CadContentVersion[]> {
  const described: CadContentVersion[] = [];
  for await (const page of versions.list(historyId)) {
    described.push(...page.filter(({ version }) => isListedFor(asked, version)).map(describeVersion));
    await takeTurn();
  }
  return described;
}

function describeVersion({ key, version, changedAt, blob, comments }: StoredVersion): CadContentVersion {
  return {
    ...contentVersionIdentity(key, version),
    changeDate: new Date(changedAt).toISOString(),
    size: blob.sizeBytes,
    sha256: blob.sha256,
    released: isRelease(version),
    ...(comments === undefined ? {} : { comments }),
  };
}
