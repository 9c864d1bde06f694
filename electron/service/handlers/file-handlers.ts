import { versionHeader } from '../../../shared/api/operation.ts';
import { readVersionChoice } from '../../../shared/api/version-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatVersionText } from '../../../shared/model/content-key.ts';
import type { LanguageCode } from '../../../shared/model/language.ts';
import type { History, HistoryFilter, StoredVersion } from '../store/store.ts';
import { cadKeyOf, chooseByLanguage, listFileHistories } from './choose-history.ts';
import type { HandlerPorts, Handlers } from './handler.ts';
import { downloadName } from './metadata-record.ts';
import { findChosen } from './version-choice.ts';

type FileHandlers = Pick<Handlers, 'getAttachment' | 'getFile' | 'storeFile'>;

/** Operations 1, 4 and 5: bytes in and out. */
export function createFileHandlers({ store, shelf }: HandlerPorts): FileHandlers {
  return {
    async getAttachment({ params, query }) {
      const choice = readVersionChoice(query);
      const wanted = await attachmentsCalled(cadKeyOf(params), query);
      const history = chooseByLanguage([...wanted.keys()], query.languageCode);
      // An id names bytes: these are meant, unless a version is named too.
      const withId = history && choice.kind === 'current' ? wanted.get(history) : undefined;
      const found = withId ?? (history && (await findChosen(store.versions, history, choice)));
      if (!found) throw new AppError('not-found', { detail: 'There is no such attachment.' });
      return download(found);
    },
    async getFile({ params, query }) {
      const choice = readVersionChoice(query);
      const history = chooseByLanguage(await listFileHistories(store.versions, params), query.languageCode);
      const found = history && (await findChosen(store.versions, history, choice));
      if (!found) throw new AppError('not-found', { detail: 'There is no such version of this file.' });
      return download(found);
    },
    storeFile: async ({ body }) => ({ value: (await shelf.keep(body.bytes)).blobId }),
  };

  /**
   * By name, else by the id of bytes, each with the newest version that has these; all of the first name there is in the
   * language where nothing is asked.
   */
  async function attachmentsCalled(
    key: HistoryFilter,
    { attachmentNameOrId: nameOrId = '', languageCode }: AskedAttachment,
  ): Promise<ReadonlyMap<History, StoredVersion | undefined>> {
    const { versions } = store;
    const named =
      nameOrId === '' ? [] : await versions.listHistories({ ...key, attachmentName: store.keeps(nameOrId) });
    if (named.length > 0) return new Map(named.map((history) => [history, undefined]));
    const attachments = (await versions.listHistories(key)).filter(isAttachment);
    if (nameOrId === '') {
      const first = attachments.find((one) => languageCode === undefined || one.key.languageCode === languageCode);
      const ofFirst = attachments.filter(({ attachmentName }) => attachmentName === first?.attachmentName);
      return new Map(ofFirst.map((history) => [history, undefined]));
    }
    const blobId = nameOrId.toLowerCase();
    const found = await Promise.all(
      attachments.map(async (history) => [history, await withBytes(history, blobId)] as const),
    );
    return new Map(found.filter(([, version]) => version !== undefined));
  }

  async function withBytes({ historyId }: History, blobId: string): Promise<StoredVersion | undefined> {
    for await (const page of store.versions.list(historyId)) {
      const found = page.find(({ blob }) => blob.blobId === blobId);
      if (found) return found;
    }
    return undefined;
  }
}

interface AskedAttachment {
  readonly attachmentNameOrId?: string | undefined;
  readonly languageCode?: LanguageCode | undefined;
}

function isAttachment({ attachmentName }: History): boolean {
  return attachmentName !== '';
}

function download(found: StoredVersion) {
  return {
    download: { content: { kind: 'blob', blob: found.blob }, fileName: downloadName(found) },
    headers: { [versionHeader]: formatVersionText(found.key, found.version) },
  } as const;
}
