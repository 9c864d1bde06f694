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

  return {
    /** @throws AppError `look-…`, `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    async open(fileId: string, side: LookSide, signal?: AbortSignal): Promise<SceneRecord> {
      const waiting = { signal, mayFetch: true };
      return lookAt(parts, { fileId, sides: [side] as const, waiting }, ([bytes]) => looks.look(bytes, signal));
    },

    /** @throws AppError `file-unreadable`, `unknown-item`, or why a version could not be fetched */
    async compare(fileId: string, before: LookSide, after: LookSide, waiting: Waiting): Promise<LookComparison> {
      const asked = { fileId, sides: [before, after] as const, waiting };
      return lookAt(parts, asked, ([one, other]) => looks.compare(one, other, waiting.signal));
    },

    /** @throws AppError `look-no-surface`, and as `open` */
    async distances(fileId: string, before: LookSide, after: LookSide, signal?: AbortSignal): Promise<DistanceRecord> {
      const asked = { fileId, sides: [before, after] as const, waiting: { signal, mayFetch: true } };
      return lookAt(parts, asked, ([one, other]) => looks.distances(one, other, signal));
    },

    sceneBytes: (sceneId: string, offset: number): Promise<Uint8Array> => looks.sceneBytes(sceneId, offset),
  };
}

/** One side, or two that are compared. */
type Sides<T> = readonly [T] | readonly [T, T];

interface AskedLook<Asked extends Sides<LookSide>> {
  readonly fileId: string;
  readonly sides: Asked;
  readonly waiting: Waiting;
}

/**
 * Looks at bytes where they may be on this computer, and fetches the versions where they turn out not to be there: somebody
 * may have saved into a copy, or have taken it away.
 */
async function lookAt<Asked extends Sides<LookSide>, Seen>(
  parts: LookRequestParts,
  { fileId, sides, waiting }: AskedLook<Asked>,
  look: (bytes: { readonly [Side in keyof Asked]: LookedBytes }) => Promise<Seen>,
): Promise<Seen> {
  const found = async (mayBeHere: boolean) => {
    const bytes: LookedBytes[] = [];
    for (const side of sides) bytes.push(await bytesOf(parts, fileId, side, { ...waiting, mayBeHere }));
    return bytes as { readonly [Side in keyof Asked]: LookedBytes };
  };
  try {
    return await look(await found(true));
  } catch (error) {
    const isNowhere = error instanceof AppError && error.code === 'file-unreadable';
    if (!isNowhere || !waiting.mayFetch || !sides.some(({ version }) => version !== undefined)) throw error;
    return look(await found(false));
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
  // A service that was brought back may have other bytes under a number.
  const name = JSON.stringify([serviceId(), keyText, formatVersion(version), sha256]);
  const place = await looks.fetched({ name, fileName, sha256 }, async () => {
    if (!mayFetch) throw new AppError('file-unreadable', { detail: fileName });
    const options = { priority: 'person', ...(signal ? { signal } : {}) } as const;
    return (await (await views()).download('getFile', inputOfVersion(key.value, version), options)).bytes;
  });
  return { sha256, fileName, places: [place] };
}
