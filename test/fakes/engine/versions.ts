import { randomUUID } from 'node:crypto';
import type { DownloadStart, IncomingFile } from '../../../shared/api/caller.ts';
import { contentKeyOf } from '../../../shared/api/content-key-of.ts';
import type { CadContentVersions, CadMetadata, CadMetadataCriteria } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, readContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion, isRelease, nextDraft, nextRelease, type Version } from '../../../shared/model/version.ts';
import { sha256Of } from './disk.ts';

interface StoredVersion {
  readonly version: Version;
  readonly blobId: string;
  readonly record: CadMetadata;
  readonly changedMs: number;
}

type Texts = Readonly<Record<string, string | undefined>>;

const dayMs = 86_400_000;

/** What the service keeps and how versions come about (service decisions, "Versions of a CAD file"). */
export function createFakeVersions(now: () => number) {
  const blobs = new Map<string, Uint8Array>();
  const histories = new Map<ContentKeyText, StoredVersion[]>();
  let tellsHashes = true;
  let sentBytes = 0;
  let looksAtBases = true;

  const recordOf = ({ record, version, blobId, changedMs }: StoredVersion): CadMetadata => {
    const bytes = blobs.get(blobId) ?? new Uint8Array();
    return {
      ...record,
      changeDate: new Date(changedMs).toISOString(),
      majorVersion: version.major,
      minorVersion: version.minor,
      released: isRelease(version),
      sha256: tellsHashes ? sha256Of(bytes) : undefined,
      size: bytes.length,
    };
  };

  const append = (key: ContentKeyText, version: Version, blobId: string, record: CadMetadata): StoredVersion => {
    const stored = { version, blobId, record, changedMs: now() };
    histories.set(key, [...(histories.get(key) ?? []), stored]);
    return stored;
  };

  const storeBlob = (bytes: Uint8Array): string => {
    const known = [...blobs].find(([, other]) => Buffer.compare(other, bytes) === 0)?.[0];
    const blobId = known ?? randomUUID();
    blobs.set(blobId, bytes);
    return blobId;
  };

  function storeMetadata(params: Texts, body: CadMetadata | CadMetadata[]): CadMetadata[] {
    const { blobId = '' } = params;
    if (!blobs.has(blobId)) throw new AppError('unknown-blob', { receivedStatus: 400 });
    return [body].flat().map((record) => {
      const key = contentKeyOf(record);
      if (!key.ok) throw new AppError('invalid-request', { receivedStatus: 400, detail: key.fault.detail });
      const text = formatContentKey(key.value);
      const newest = histories.get(text)?.at(-1)?.version;
      if (
        looksAtBases &&
        record.baseVersion !== undefined &&
        record.baseVersion !== (newest ? formatVersion(newest) : 'none')
      ) {
        throw new AppError('base-version-outdated', { receivedStatus: 400 });
      }
      return recordOf(append(text, nextDraft(newest), blobId, record));
    });
  }

  const newestOf = (list: readonly StoredVersion[]): StoredVersion[] => list.slice(-1);

  function listMetadata({ applicationName, applicationVersion, afterChangeDate }: Texts): CadMetadata[] {
    const after = afterChangeDate ? Date.parse(afterChangeDate) + dayMs - 1 : -1;
    return [...histories.values()]
      .flatMap(newestOf)
      .filter(({ record, changedMs }) => {
        const { name, version } = record.application ?? {};
        return name === applicationName && version === applicationVersion && changedMs > after;
      })
      .map(recordOf);
  }

  /** @param chosen which versions of a history are answered */
  function findMetadata(
    criteria: readonly CadMetadataCriteria[],
    chosen: (list: readonly StoredVersion[]) => readonly StoredVersion[],
  ): CadMetadata[] {
    return criteria.flatMap(({ identifier, options }) => {
      const etim = JSON.stringify(identifier?.etim);
      const application = JSON.stringify(identifier?.application);
      return [...histories.values()]
        .flatMap(chosen)
        .filter(
          ({ record }) =>
            JSON.stringify(record.etim) === etim &&
            JSON.stringify(record.application) === application &&
            (record.languageCode ?? '') === (options?.languageCode ?? ''),
        )
        .map(recordOf);
    });
  }

  function historyOf(params: Texts, query: Texts | undefined): { key: ContentKeyText; list: StoredVersion[] } {
    const key = readContentKey(params as Parameters<typeof readContentKey>[0], query?.['languageCode']);
    if (!key.ok) throw new AppError('invalid-request', { receivedStatus: 400, detail: key.fault.detail });
    const text = formatContentKey(key.value);
    return { key: text, list: histories.get(text) ?? [] };
  }

  function listVersions(params: Texts, query: Texts | undefined): CadContentVersions {
    const { list } = historyOf(params, query);
    return {
      current: undefined,
      versions: list.toReversed().map((stored) => {
        const { sha256, size, changeDate } = recordOf(stored);
        return { ...stored.version, languagecode: query?.['languageCode'] ?? '', sha256, size, changeDate };
      }),
    };
  }

  function release(params: Texts, query: Texts | undefined): CadContentVersions {
    const { key, list } = historyOf(params, query);
    const newest = list.at(-1);
    if (!newest || isRelease(newest.version)) throw new AppError('nothing-to-release', { receivedStatus: 400 });
    const named = `${query?.['majorVersion']}.${query?.['minorVersion']}`;
    if (named !== formatVersion(newest.version)) throw new AppError('nothing-to-release', { receivedStatus: 400 });
    append(key, nextRelease(newest.version), newest.blobId, newest.record);
    return listVersions(params, query);
  }

  return {
    blobs,
    storeBlob,

    /** Answers an operation the engine calls. */
    answer(
      id: string,
      input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
    ): unknown {
      const params = (input.params ?? {}) as Texts;
      const query = input.query as Texts | undefined;
      if (id === 'storeMetadata') return storeMetadata(params, input.body as CadMetadata[]);
      if (id === 'listMetadata') return listMetadata(params);
      if (id === 'findCurrentMetadata') return findMetadata(input.body as CadMetadataCriteria[], newestOf);
      if (id === 'findMetadata') return findMetadata(input.body as CadMetadataCriteria[], (list) => list);
      if (id === 'listVersions') return listVersions(params, query);
      if (id === 'release') return release(params, query);
      throw new AppError('unknown-operation', { detail: id, receivedStatus: 404 });
    },

    /** Operation 4. */
    open(
      input: { readonly params?: unknown; readonly query?: unknown },
      { startAt = 0, ifTag }: DownloadStart = {},
    ): IncomingFile {
      const query = input.query as Texts;
      const { list } = historyOf(input.params as Texts, query);
      const wanted = `${query['majorVersion']}.${query['minorVersion']}`;
      const found = list.find(({ version }) => formatVersion(version) === wanted);
      const bytes = found && blobs.get(found.blobId);
      if (!found || !bytes) throw new AppError('not-found', { receivedStatus: 404 });
      const entityTag = tellsHashes ? sha256Of(bytes) : undefined;
      const strongTag = entityTag && `"${entityTag}"`;
      const isPart = startAt < bytes.length && (ifTag === undefined || ifTag === strongTag);
      const startsAt = isPart ? startAt : 0;
      const sent = bytes.subarray(startsAt);
      sentBytes += sent.length;
      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield sent;
      }
      return {
        bytes: chunks(),
        sizeBytes: sent.length,
        wholeSizeBytes: bytes.length,
        fileName: `${recordOf(found).baseFilename}.${recordOf(found).fileExtension}`,
        entityTag,
        strongTag,
        startsAt,
      };
    },

    /** Another designer's draft of a key, made on another machine. */
    publishElsewhere(record: CadMetadata, text: string): Version {
      const key = contentKeyOf(record);
      if (!key.ok) throw new Error(key.fault.detail);
      const keyText = formatContentKey(key.value);
      const newest = histories.get(keyText)?.at(-1)?.version;
      return append(keyText, nextDraft(newest), storeBlob(new TextEncoder().encode(text)), record).version;
    },

    /** Somebody else releases the newest draft of a key. */
    releaseElsewhere(key: ContentKeyText): void {
      const newest = histories.get(key)?.at(-1);
      if (newest) append(key, nextRelease(newest.version), newest.blobId, newest.record);
    },

    /** What every version of a key holds, oldest first: `0.1 text`. */
    history: (key: ContentKeyText): string[] =>
      (histories.get(key) ?? []).map(
        ({ version, blobId }) => `${formatVersion(version)} ${new TextDecoder().decode(blobs.get(blobId))}`,
      ),

    keys: (): ContentKeyText[] => [...histories.keys()],

    /** A service of before our extension fields: it does not say what its bytes are. */
    tellNoHashes: (): unknown => (tellsHashes = false),
    tellsHashes: (): boolean => tellsHashes,

    /** How many bytes of files were sent to whoever fetched them. */
    sentBytes: (): number => sentBytes,

    /** A service that keeps our extension fields without looking at them. */
    ignoreBases: (): unknown => (looksAtBases = false),
    lookAtBases: (): unknown => (looksAtBases = true),

    /** Everything as it is now. @returns brings it back */
    takeBackup(): () => void {
      const saved = new Map([...histories].map(([key, list]) => [key, [...list]]));
      return () => {
        histories.clear();
        for (const [key, list] of saved) histories.set(key, [...list]);
      };
    },

    /** A backup is played back: the newest version of a key is not there any more. */
    forgetNewest(key: ContentKeyText): void {
      const left = (histories.get(key) ?? []).slice(0, -1);
      if (left.length > 0) histories.set(key, left);
      else histories.delete(key);
    },
  };
}

export type FakeVersions = ReturnType<typeof createFakeVersions>;
