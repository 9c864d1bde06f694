import { versionHeader } from '../../../shared/api/operation.ts';
import { readVersionChoice } from '../../../shared/api/version-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatVersionText } from '../../../shared/model/content-key.ts';
import type { History, StoredVersion } from '../store/store.ts';
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
      const attachments = (await store.versions.listHistories(cadKeyOf(params))).filter(isAttachment);
      const wanted = await attachmentsCalled(attachments, query.attachmentNameOrId ?? '');
      const history = chooseByLanguage(wanted, query.languageCode);
      const found = history && (await findChosen(store.versions, history, choice));
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

  /** By name, else by the id of their bytes; all of the first name where nothing is asked. */
  async function attachmentsCalled(attachments: readonly History[], nameOrId: string): Promise<readonly History[]> {
    const name = nameOrId === '' ? attachments[0]?.attachmentName : nameOrId;
    const named = attachments.filter(({ attachmentName }) => attachmentName === name);
    if (named.length > 0) return named;
    const withId = attachments.map(async ({ historyId }) => {
      for await (const page of store.versions.list(historyId)) {
        if (page.some(({ blob }) => blob.blobId === nameOrId.toLowerCase())) return true;
      }
      return false;
    });
    const fits = await Promise.all(withId);
    return attachments.filter((_, index) => fits[index]);
  }
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
