import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { DistanceRecord, LookComparison, LookSide, SceneRecord } from '../../../shared/rpc/look-record.ts';
import type { FileRequests } from './file-requests.ts';
import { noVersions } from './files-by-id.ts';
import { requestedVersion } from '../ask/requested.ts';
import { inputOfVersion } from '../remote/inputs.ts';
import type { LookedBytes, LooksPort } from './picture-ports.ts';
import { whileConnected } from './while-connected.ts';

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

interface AskedLook extends Waiting {
  readonly fileId: string;
  /** One, or two that are compared. */
  readonly sides: readonly LookSide[];
}

/** What a person looks at, and compares: the file as it is here, what it was, and versions of the service. */
export function createLookRequests(parts: LookRequestParts) {
  const { looks } = parts;

  return {
    /** @throws AppError `look-…`, `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    open: (fileId: string, side: LookSide, signal?: AbortSignal): Promise<SceneRecord> =>
      lookAt(parts, { fileId, sides: [side], signal, mayFetch: true }, async (bytesOf) =>
        looks.look(await bytesOf(side), signal),
      ),

    /** @throws AppError `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    compare: (fileId: string, before: LookSide, after: LookSide, waiting: Waiting): Promise<LookComparison> =>
      lookAt(parts, { fileId, sides: [before, after], ...waiting }, async (bytesOf) =>
        looks.compare(await bytesOf(before), await bytesOf(after), waiting.signal),
      ),

    /** @throws AppError `look-no-surface`, and as `open` */
    distances: (fileId: string, before: LookSide, after: LookSide, signal?: AbortSignal): Promise<DistanceRecord> =>
      lookAt(parts, { fileId, sides: [before, after], signal, mayFetch: true }, async (bytesOf) =>
        looks.distances(await bytesOf(before), await bytesOf(after), signal),
      ),

    sceneBytes: (sceneId: string, offset: number): Promise<Uint8Array> => looks.sceneBytes(sceneId, offset),
  };
}

/**
 * Looks at bytes where they may be on this computer, and fetches the versions where they turn out not to be there: somebody
 * may have saved into a copy, or have taken it away.
 */
async function lookAt<Seen>(
  parts: LookRequestParts,
  { fileId, sides, ...waiting }: AskedLook,
  look: (bytesOf: (side: LookSide) => Promise<LookedBytes>) => Promise<Seen>,
): Promise<Seen> {
  const lookWhere = (mayBeHere: boolean): Promise<Seen> =>
    look((side) => bytesOf(parts, fileId, side, { ...waiting, mayBeHere }));
  try {
    return await lookWhere(true);
  } catch (error) {
    const isNowhere = error instanceof AppError && error.code === 'file-unreadable';
    const mayBeElsewhere = waiting.mayFetch && sides.some(({ version }) => version !== undefined);
    if (!isNowhere || !mayBeElsewhere) throw error;
    return lookWhere(false);
  }
}

/** @param waiting with whether a copy on this computer will do where a version is named */
async function bytesOf(
  parts: LookRequestParts,
  fileId: string,
  { sha256, version }: LookSide,
  waiting: Waiting & { readonly mayBeHere: boolean },
): Promise<LookedBytes> {
  const here = sha256 === undefined ? undefined : parts.files.placesOf(fileId, sha256);
  const isEnough = here !== undefined && waiting.mayBeHere && here.places.length > 0;
  if (here && (isEnough || version === undefined)) return { ...here, sha256 };
  return fetchedVersion(parts, fileId, { sha256, version: version ?? '' }, waiting);
}

async function fetchedVersion(
  { files, looks, serviceId, views }: LookRequestParts,
  fileId: string,
  { sha256, version: versionText }: { readonly sha256: string | undefined; readonly version: string },
  { signal, mayFetch }: Waiting,
): Promise<LookedBytes> {
  const version = requestedVersion(versionText);
  const { fileName, key: keyText } = files.keyOf(fileId);
  const key = parseContentKey(keyText);
  if (!key.ok) throw noVersions();
  const ofService = serviceId();
  // A service that was brought back may have other bytes under a number.
  const name = JSON.stringify([ofService, keyText, formatVersion(version), sha256]);
  const place = await looks.fetched({ name, fileName, sha256 }, async () => {
    if (!mayFetch) throw new AppError('file-unreadable', { detail: fileName });
    const options = { priority: 'person', ...(signal ? { signal } : {}) } as const;
    const service = whileConnected(await views(), () => serviceId() === ofService);
    return (await service.download('getFile', inputOfVersion(key.value, version), options)).bytes;
  });
  return { sha256, fileName, places: [place] };
}
