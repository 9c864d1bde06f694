import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { DistanceRecord, LookComparison, LookSide, SceneRecord } from '../../../shared/rpc/look-record.ts';
import type { FileRequests } from './file-requests.ts';
import { noVersions } from './files-by-id.ts';
import { requestedVersion } from '../ask/requested.ts';
import type { LookedBytes, LooksPort } from './picture-ports.ts';

interface LookRequestParts {
  readonly files: Pick<FileRequests, 'placesOf' | 'keyOf'>;
  readonly looks: LooksPort;
  readonly serviceId: () => string | undefined;
  /** @throws AppError `not-connected`, or why it is not */
  readonly views: () => ViewCaller | Promise<ViewCaller>;
}

/** How a person waits for what they look at. */
interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** Whether a version that is nowhere here is fetched; else it is refused as `file-unreadable`. */
  readonly mayFetch: boolean;
}

/** What a person looks at, and compares: the file as it is here, what it was, and versions of the service. */
export function createLookRequests(parts: LookRequestParts) {
  const { looks } = parts;
  const sidesOf = async (fileId: string, [before, after]: readonly [LookSide, LookSide], waiting: Waiting) =>
    [await bytesOf(parts, fileId, before, waiting), await bytesOf(parts, fileId, after, waiting)] as const;

  return {
    /** @throws AppError `look-…`, `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    async open(fileId: string, side: LookSide, signal?: AbortSignal): Promise<SceneRecord> {
      return looks.look(await bytesOf(parts, fileId, side, { signal, mayFetch: true }), signal);
    },

    /** @throws AppError `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    async compare(fileId: string, before: LookSide, after: LookSide, waiting: Waiting): Promise<LookComparison> {
      const [one, other] = await sidesOf(fileId, [before, after], waiting);
      return looks.compare(one, other, waiting.signal);
    },

    /** @throws AppError `look-no-surface`, and as `open` */
    async distances(fileId: string, before: LookSide, after: LookSide, signal?: AbortSignal): Promise<DistanceRecord> {
      const [one, other] = await sidesOf(fileId, [before, after], { signal, mayFetch: true });
      return looks.distances(one, other, signal);
    },

    sceneBytes: (sceneId: string, offset: number): Promise<Uint8Array> => looks.sceneBytes(sceneId, offset),
  };
}

async function bytesOf(
  parts: LookRequestParts,
  fileId: string,
  side: LookSide,
  waiting: Waiting,
): Promise<LookedBytes> {
  const { sha256, version } = side;
  const here = sha256 === undefined ? undefined : parts.files.placesOf(fileId, sha256);
  if (here && (here.places.length > 0 || version === undefined)) return { ...here, sha256 };
  return fetchedVersion(parts, fileId, version ?? '', waiting);
}

async function fetchedVersion(
  { files, looks, serviceId, views }: LookRequestParts,
  fileId: string,
  versionText: string,
  { signal, mayFetch }: Waiting,
): Promise<LookedBytes> {
  const version = requestedVersion(versionText);
  const { fileName, key: keyText } = files.keyOf(fileId);
  const key = parseContentKey(keyText);
  if (!key.ok) throw noVersions();
  const name = JSON.stringify([serviceId(), keyText, formatVersion(version)]);
  const place = await looks.fetched(name, fileName, async () => {
    if (!mayFetch) throw new AppError('file-unreadable', { detail: fileName });
    return download(await views(), key.value, version, signal);
  });
  return { fileName, places: [place] };
}

async function download(
  service: ViewCaller,
  { type, languageCode, ...cadKey }: ContentKey,
  version: { readonly major: number; readonly minor: number },
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const query = {
    languageCode: languageCode ?? '',
    majorVersion: String(version.major),
    minorVersion: String(version.minor),
  };
  const options = { priority: 'person', ...(signal ? { signal } : {}) } as const;
  return (await service.download('getFile', { params: { ...cadKey, type }, query }, options)).bytes;
}
