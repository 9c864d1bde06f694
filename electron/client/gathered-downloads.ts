import type { CallInput, ExpectedBytes, IncomingFile } from '../../shared/api/caller.ts';
import { contentKeyOf, versionCriterion, versionOf } from '../../shared/api/content-key-of.ts';
import { metadataWithFilesLimits as most } from '../../shared/api/limits.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../shared/api/schemas/cad-metadata.ts';
import type { AppError } from '../../shared/errors/app-error.ts';
import { formatContentKey, readContentKey, type ContentKey } from '../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../shared/model/version.ts';
import { isRefusal } from './answer-error.ts';
import { createGathering, type SharedCall } from './gathering.ts';

/** A short file that is to be fetched. */
interface WantedFile {
  readonly key: ContentKey;
  readonly version: Version;
  readonly expected: ExpectedBytes;
  /** Fetches it by itself. */
  readonly alone: () => Promise<IncomingFile>;
}

/** A file as it came along with its record. */
export interface FileOfRecord {
  readonly record: CadMetadata;
  readonly bytes: Uint8Array;
}

/** Asks for records with their files; what comes without its file is not among them. */
type AskForFiles = (criteria: readonly CadMetadataCriteria[], call: SharedCall) => Promise<readonly FileOfRecord[]>;

/**
 * Fetches short files; those that are wanted while others are under way come in one answer. What does not come with it,
 * or is not what was expected, is fetched by itself.
 */
export function createGatheredDownloads(ask: AskForFiles) {
  return createGathering<WantedFile, IncomingFile>({
    limits: [most.files, most.fileBytes],
    sizesOf: ({ expected }) => [1, expected.sizeBytes],
    isToBeSentAlone: isPerhapsOfOne,
    async send(wanted, call) {
      const [first] = wanted;
      if (first && wanted.length === 1) return [await first.alone()];
      const criteria = wanted.map(({ key, version }) => versionCriterion(key, version));
      const found = new Map((await ask(criteria, call)).map((file) => [nameOfRecord(file.record), file]));
      return wanted.map((one) => {
        const file = found.get(nameOf(one.key, one.version));
        return file && isExpected(file, one.expected) ? asIncoming(file, one.expected) : undefined;
      });
    },
  });
}

/** What a download asks for, where that is a short file of which is known what it is; `undefined` for any other. */
export function wantedFile(
  { params, query }: Pick<CallInput<'getFile'>, 'params' | 'query'>,
  expected: ExpectedBytes | undefined,
): Omit<WantedFile, 'alone'> | undefined {
  const key = readContentKey(params, query?.languageCode);
  const version = {
    major: Number(query?.majorVersion ?? Number.NaN),
    minor: Number(query?.minorVersion ?? Number.NaN),
  };
  const isShort = expected !== undefined && expected.sizeBytes <= most.oneFileBytes;
  // 0.0 asks for whatever is current.
  if (!isShort || !key.ok || !(version.major + version.minor > 0)) return undefined;
  return { key: key.value, version, expected };
}

/** Whether one of several files may be why a question about all failed: to ask again does no harm. */
function isPerhapsOfOne(failure: AppError): boolean {
  return isRefusal(failure) || failure.code === 'unreadable-answer' || failure.receivedStatus === 500;
}

function nameOf(key: ContentKey, version: Version): string {
  return `${formatContentKey(key)} ${formatVersion(version)}`;
}

function nameOfRecord(record: CadMetadata): string {
  const [key, version] = [contentKeyOf(record), versionOf(record)];
  return key.ok && version ? nameOf(key.value, version) : '';
}

function isExpected({ record, bytes }: FileOfRecord, { sizeBytes, sha256 }: ExpectedBytes): boolean {
  return bytes.length === sizeBytes && record.sha256?.toLowerCase() === sha256;
}

/** As if it had come alone: whether the bytes are what the hash says is for whoever reads them to see. */
function asIncoming({ bytes }: FileOfRecord, { sizeBytes, sha256 }: ExpectedBytes): IncomingFile {
  return {
    bytes: inOnePiece(bytes),
    sizeBytes,
    wholeSizeBytes: sizeBytes,
    fileName: undefined,
    entityTag: sha256,
    strongTag: `"${sha256}"`,
    startsAt: 0,
  };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  if (bytes.length > 0) yield bytes;
}
