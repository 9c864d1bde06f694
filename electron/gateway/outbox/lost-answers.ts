import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { newestVersionCriterion, versionOf } from '../../../shared/api/content-key-of.ts';
import type { CallInput } from '../../../shared/api/caller.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError, orUndefinedIf } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, isRelease, parseVersion, type Version } from '../../../shared/model/version.ts';
import type { AskedService } from './asked-until.ts';
import { isOfLine, lineOf, versionNamedIn } from './waiting-versions.ts';
import type { AnyInput, Write } from './write.ts';

/** The service, and nothing that answers in its place. */
type Asking = Pick<AskedService, 'call' | 'download'>;

type LostWrite = Pick<Write, 'operation' | 'file' | 'after'>;

/**
 * Looks whether a write whose answer was lost was done nevertheless. All that are not looked for may be sent again: the
 * same gives the same. A filter is the exception, and gets a second id. It cannot be looked for: the interface reads a
 * filter by its id only and lists none, and an equal one at a guessed id may be somebody else's. Nobody was told of the
 * first id, so that one is never used.
 * @param input with the ids of the service
 * @returns the answer that was lost, as far as it matters; `undefined` where it was not done
 */
export async function findLostAnswer(remote: Asking, write: LostWrite, input: AnyInput): Promise<unknown> {
  if (write.operation === 'storeMetadata') return findStoredMetadata(remote, write, input);
  if (write.operation === 'release') return findRelease(remote, input);
  return undefined;
}

const about = { priority: 'upload' } as const;

/**
 * Stored are all records or none: where the newest of each has those bytes and says the same, nothing is to be done. Nor
 * is it where one does that came after the version that was known: then a colleague went on since.
 */
async function findStoredMetadata(remote: Asking, write: LostWrite, input: AnyInput): Promise<unknown> {
  const records = input.body as readonly CadMetadata[];
  const lines = records.flatMap((record) => lineOf(record) ?? []);
  // Of attachments the service tells no newest version: such a draft is stored again.
  if (lines.some(({ attachmentName }) => attachmentName !== '')) return undefined;
  const bytes = { blobId: input.params['blobId'], sha256: write.file?.sha256 };
  const newest = await listVersions(remote, 'findCurrentMetadata', lines);
  let all: readonly CadMetadata[] | undefined;
  const found: CadMetadata[] = [];
  for (const [index, record] of records.entries()) {
    let stored = await findStored(remote, newest, { record, bytes });
    const after = parseVersion(write.after?.[index] ?? '');
    if (!stored && after) {
      all ??= await listVersions(remote, 'findMetadata', lines);
      stored = await findStored(remote, all.filter(isAfter(after)), { record, bytes });
    }
    if (!stored) return undefined;
    found.push(stored);
  }
  return found;
}

/**
 * The newest version of each, or all of them. Some services answer 404 where there is none, and so does what stands in
 * the place of one for a moment: then each is asked about.
 */
async function listVersions(
  remote: Asking,
  id: 'findCurrentMetadata' | 'findMetadata',
  lines: readonly { readonly key: ContentKey }[],
): Promise<readonly CadMetadata[]> {
  const body = lines.map(({ key }) => newestVersionCriterion(key));
  const listed = await remote
    .call(id, { params: {}, body }, about)
    .catch(orUndefinedIf(({ code }) => code === 'not-found'));
  if (listed) return listed;
  for (const { key } of lines) {
    const { languageCode, ...params } = key;
    const { versions } = await remote.call('listVersions', { params, query: { languageCode } }, about);
    if (versions.length > 0)
      throw new AppError('answer-incomplete', { detail: 'The service does not find a list of files that it has.' });
  }
  return [];
}

const isAfter =
  (after: Version) =>
  (record: CadMetadata): boolean => {
    const version = versionOf(record);
    return version !== undefined && compareVersions(version, after) > 0;
  };

async function findStored(
  remote: Asking,
  standing: readonly CadMetadata[],
  { record, bytes }: { readonly record: CadMetadata; readonly bytes: Bytes },
): Promise<CadMetadata | undefined> {
  const line = lineOf(record);
  const same = standing.filter((one) => line && isOfLine(one, line) && saysTheSame(one, record));
  for (const one of same) if (await hasBytes(remote, one, bytes)) return one;
  return undefined;
}

/** What the service makes of a record, and not its sender. */
const ofService: ReadonlySet<string> = new Set([
  ...['changeDate', 'version', 'majorVersion', 'minorVersion', 'released', 'blobId', 'sha256', 'size'],
  ...['baseVersion', 'application', 'etim', 'type', 'languageCode'],
]);

/** A service need not give back all that it was told. */
function saysTheSame(standing: CadMetadata, given: CadMetadata): boolean {
  return Object.entries(given).every(
    ([name, value]) =>
      ofService.has(name) || standing[name] === undefined || isDeepStrictEqual(standing[name], value ?? undefined),
  );
}

interface Bytes {
  readonly blobId: unknown;
  /** `undefined` where they were never here. */
  readonly sha256: string | undefined;
}

async function hasBytes(remote: Asking, standing: CadMetadata, { blobId, sha256 }: Bytes): Promise<boolean> {
  if (standing.sha256 !== undefined && sha256 !== undefined) return standing.sha256.toLowerCase() === sha256;
  if (standing.blobId?.toLowerCase() === String(blobId).toLowerCase()) return true;
  // They may have gone there under two ids.
  return sha256 !== undefined && (await hashOf(remote, standing)) === sha256;
}

/** Older services tell no hash: then the bytes themselves do. */
async function hashOf(remote: Asking, { languageCode, ...record }: CadMetadata): Promise<string | undefined> {
  const line = lineOf(record);
  const version = versionOf(record);
  if (!line || !version) return undefined;
  const query = { languageCode, majorVersion: String(version.major), minorVersion: String(version.minor) };
  const file = await remote.download('getFile', { params: line.key, query }, about);
  const hash = createHash('sha256');
  for await (const piece of file.bytes) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Where the version after the one that was meant is its release, there is nothing left to release, whatever came since;
 * where none was meant, so it is with the newest.
 */
async function findRelease(remote: Asking, input: AnyInput): Promise<unknown> {
  const { params, query: { languageCode } = {} } = input;
  const asked = { params, query: { languageCode } } as unknown as CallInput<'listVersions'>;
  const answer = await remote.call('listVersions', asked, about);
  const versions = answer.versions.toSorted(compareVersions);
  const meant = versionNamedIn(input);
  const made = meant ? versions.find((one) => compareVersions(one, meant) > 0) : versions.at(-1);
  return made && isRelease(made) ? answer : undefined;
}
