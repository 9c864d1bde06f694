import type { CallInput, DownloadId, IncomingFile, ServiceCaller } from '../../../shared/api/caller.ts';
import { contract, type Contract } from '../../../shared/api/contract.ts';
import type { ParamsOut, QueryOut } from '../../../shared/api/operation.ts';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { readVersionChoice } from '../../../shared/api/version-choice.ts';
import { formatVersionText } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import type { Waiting } from './waiting.ts';
import type { WaitingBytes } from './waiting-bytes.ts';
import { chooseWaiting, isOfContent, languagesOf, ofLanguage, type WaitingVersion } from './waiting-versions.ts';
import type { KeptFile } from './write.ts';

interface DownloadParts {
  /** As it is at that moment: what waits may be done while the service is asked. */
  readonly waiting: () => Waiting;
  readonly bytes: Pick<WaitingBytes, 'read'>;
  readonly views: ServiceCaller;
  /** The newest version of a file or an attachment that the service told of, in each of its languages. */
  readonly toldVersions: (of: WaitingVersion) => readonly CadContentVersion[];
}

/** The bytes that wait, or which version to ask the service for instead. */
interface Found<Id extends DownloadId> {
  readonly file?: IncomingFile;
  readonly input?: CallInput<Id>;
}

/** Bytes that are asked for and wait to be sent; `undefined` for all others. */
export async function findWaitingBytes<Id extends DownloadId>(
  parts: DownloadParts,
  id: Id,
  input: CallInput<Id>,
): Promise<Found<Id> | undefined> {
  if (parts.waiting().writes.length === 0) return undefined;
  if (id === 'getFile') return findFile(parts, input as CallInput<'getFile'>) as Promise<Found<Id> | undefined>;
  if (id === 'getAttachment') return findAttachment(parts, input as CallInput<'getAttachment'>);
  return id === 'getValidationFile' ? findValidationFile(parts, input as CallInput<'getValidationFile'>) : undefined;
}

function read<Id extends DownloadId>(id: Id, { params, query }: CallInput<Id>) {
  const asked = { params: contract[id].params.safeParse(params), query: contract[id].query.safeParse(query ?? {}) };
  if (!asked.params.success || !asked.query.success) return undefined;
  // The schemas that read it are the ones these types are derived from.
  return { params: asked.params.data as ParamsOut<Contract[Id]>, query: asked.query.data as QueryOut<Contract[Id]> };
}

async function findFile(parts: DownloadParts, input: CallInput<'getFile'>): Promise<Found<'getFile'> | undefined> {
  const asked = read('getFile', input);
  if (!asked) return undefined;
  const { params, query } = asked;
  const ofFile = (): readonly WaitingVersion[] =>
    parts.waiting().versions.filter((one) => one.attachmentName === '' && isOfContent(one, params));
  if (ofFile().length === 0) return undefined;
  const { languageCode } = input.query ?? {};
  const known = await parts.views
    .call('listVersions', { params: input.params, query: { languageCode } })
    .catch(() => undefined);
  const mine = ofLanguage(ofFile(), query.languageCode, languagesOf(known?.versions));
  const choice = readVersionChoice(query);
  // A colleague was quicker with that number: what waits here gets another one.
  const isTaken = ({ major, minor }: Version): boolean =>
    choice.kind === 'exactly' && compareVersions({ major, minor }, choice.version) === 0;
  if (known?.versions.some(isTaken)) return undefined;
  const chosen = chooseWaiting(mine, choice, known?.current !== undefined);
  if (!chosen) return undefined;
  if (chosen.file) return { file: incoming(parts, chosen.file, chosen) };
  // It becomes a release of a draft that the service has: the newest, where none is named.
  const draft = chosen.releases ?? known?.versions[0];
  if (chosen.record !== undefined || !draft) return undefined;
  const version = { majorVersion: String(draft.major), minorVersion: String(draft.minor) };
  return { input: { ...input, query: { ...input.query, ...version } } };
}

function findAttachment(parts: DownloadParts, input: CallInput<'getAttachment'>): Found<never> | undefined {
  const asked = read('getAttachment', input);
  if (!asked) return undefined;
  const { params, query } = asked;
  const { attachmentNameOrId: name = '' } = query;
  const named = parts
    .waiting()
    .versions.filter(
      (one) =>
        one.attachmentName !== '' &&
        isOfContent(one, params) &&
        (name === '' || name === one.attachmentName || name.toLowerCase() === one.record?.blobId?.toLowerCase()),
    );
  const choice = readVersionChoice(query);
  const chosen = chooseWaiting(ofLanguage(named, query.languageCode), choice, false);
  if (!chosen?.file || (choice.kind === 'exactly' && isTold(parts, chosen))) return undefined;
  return { file: incoming(parts, chosen.file, chosen) };
}

/** The service has a version of that number: what waits here gets another one. */
function isTold({ toldVersions }: DownloadParts, waiting: WaitingVersion): boolean {
  const language = waiting.key.languageCode ?? '';
  return toldVersions(waiting).some(
    (told) => (told.languagecode ?? '') === language && compareVersions(told, waiting.version) >= 0,
  );
}

function findValidationFile(
  parts: DownloadParts,
  { params }: CallInput<'getValidationFile'>,
): Found<never> | undefined {
  const asked = params.blobId.toLowerCase();
  const write = parts
    .waiting()
    .writes.find(({ operation, gives }) => operation === 'storeValidationFile' && gives === asked);
  return write?.file && { file: incoming(parts, write.file, undefined) };
}

function incoming({ bytes }: DownloadParts, file: KeptFile, version: WaitingVersion | undefined): IncomingFile {
  const { bytesId, sizeBytes, sha256, contentType } = file;
  return {
    bytes: bytes.read(bytesId),
    sizeBytes,
    wholeSizeBytes: sizeBytes,
    fileName: version ? downloadNameOf(version, file) : file.fileName,
    entityTag: sha256,
    strongTag: `"${sha256}"`,
    startsAt: 0,
    contentType,
    ...(version ? { versionText: formatVersionText(version.key, version.version) } : {}),
  };
}

function downloadNameOf({ attachmentName, record, version }: WaitingVersion, { fileName }: KeptFile): string {
  if (attachmentName !== '') return attachmentName;
  const base = record?.baseFilename?.trim() ?? '';
  const extension = record?.fileExtension?.trim().replace(/^\.+/, '') ?? '';
  if (base === '') return fileName === '' ? formatVersion(version) : fileName;
  return extension === '' ? base : `${base}.${extension}`;
}
