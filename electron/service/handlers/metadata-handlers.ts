import { givenPart, readDraftRecords, type DraftRecord } from '../../../shared/api/draft-records.ts';
import { readVersionChoice } from '../../../shared/api/version-choice.ts';
import { AppError, type InputFault } from '../../../shared/errors/app-error.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import { formatVersion, nextDraft } from '../../../shared/model/version.ts';
import type { StoredBlob, StoredVersion, VersionRecords, VersionToAppend } from '../store/store.ts';
import type { AppendInTurn } from './append-in-turn.ts';
import { cadKeyOf, listFileHistories } from './choose-history.ts';
import type { HandlerPorts, Handlers } from './handler.ts';
import { toCadMetadata } from './metadata-record.ts';
import { findChosen } from './version-choice.ts';

/** So many drafts are decided together before others are served. */
const draftsPerTurn = 100;

/** Operations 6 and 7: the metadata of one product context. */
export function createMetadataHandlers(
  { store, now }: HandlerPorts,
  appendInTurn: AppendInTurn,
): Pick<Handlers, 'getMetadata' | 'storeMetadata'> {
  return {
    async getMetadata({ params, query }) {
      const choice = readVersionChoice(query);
      const histories = (await listFileHistories(store.versions, params)).filter(
        ({ key }) => query.languageCode === undefined || key.languageCode === query.languageCode,
      );
      const found = await Promise.all(histories.map((history) => findChosen(store.versions, history, choice)));
      const records = found.filter((version) => version !== undefined).map(toCadMetadata);
      if (records.length === 0) throw new AppError('not-found', { detail: 'There is no metadata for this.' });
      return { value: records };
    },
    async storeMetadata({ params, body, kept, takeTurn }) {
      const drafts = readDraftRecords(body, (name) => store.keeps(name));
      const named = kept ? undefined : await store.blobs.find(params.blobId);
      const withBlobs = drafts.map((draft, index) => withBlob(draft, kept?.[index] ?? named));
      if (kept) assertInOrder(withBlobs);
      const files = drafts.map(({ key }) => key);
      const appended = await appendInTurn(files, async () => {
        const changedAt = now();
        const decided: Awaited<ReturnType<typeof decideDraft>>[] = [];
        for (const some of inLists(withBlobs, draftsPerTurn)) {
          await takeTurn();
          decided.push(...(await Promise.all(some.map((draft) => decideDraft(store.versions, draft, changedAt)))));
        }
        return decided;
      });
      return { value: appended.map(toCadMetadata) };
    },
  };
}

function withBlob(draft: DraftRecord, blob: StoredBlob | undefined): DraftRecord & { readonly blob: StoredBlob } {
  if (blob) return { ...draft, blob };
  throw new AppError('unknown-blob');
}

/** No record may get the bytes of another one, whose file came before or after its own. */
function assertInOrder(drafts: readonly ReturnType<typeof withBlob>[]): void {
  const faults = drafts.flatMap(({ given, blob }, index): InputFault[] =>
    given.sha256 && given.sha256.toLowerCase() !== blob.sha256
      ? [{ in: 'body', pointer: `/${index}/sha256`, detail: 'it is not that of the file in this place' }]
      : [],
  );
  if (faults.length > 0) throw new AppError('invalid-request', { faults });
}

/** @throws AppError `base-version-outdated` when the version it was made from is no longer the newest */
async function decideDraft(
  versions: VersionRecords,
  { key, attachmentName, base, given, blob }: ReturnType<typeof withBlob>,
  changedAt: number,
): Promise<VersionToAppend & Pick<StoredVersion, 'blob'>> {
  const one = { ...cadKeyOf(key), languageCode: key.languageCode ?? '', attachmentName };
  const [history] = await versions.listHistories(one);
  const newest = history?.newest;
  const standing = newest ? formatVersion(newest) : 'none';
  if (base !== undefined && (base === 'none' ? base : formatVersion(base)) !== standing) {
    throw new AppError('base-version-outdated', { detail: `The newest version is ${standing}.` });
  }
  const record = givenPart(given);
  const comments = given.comments;
  const { blobId } = blob;
  return { key, attachmentName, version: nextDraft(newest), changedAt, comments, blobId, record, blob, after: newest };
}
