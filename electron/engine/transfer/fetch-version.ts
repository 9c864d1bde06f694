import type { CallPriority, DownloadStart, IncomingFile, RemoteCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { inputOfVersion } from '../remote/inputs.ts';
import type { IncomingPart, IncomingParts } from '../state/incoming-parts.ts';
import {
  expectedOf,
  hashIn,
  isPromised,
  orUndefinedIfUnreadable,
  orUndefinedIfWrong,
  tooShort,
  withEnd,
  WrongBytes,
  type AnnouncedBytes,
} from './announced-bytes.ts';
import { folderOf, partPath } from '../tree/paths.ts';

export interface FetchTask {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'newId' | 'sha256Of'>;
  readonly service: RemoteCaller;
  readonly serviceId: string;
  readonly disk: LibraryDisk;
  readonly parts: IncomingParts;
  /** Parts of files at least this long are kept when they break off; shorter ones are fetched again. */
  readonly keepPartsFromBytes: number;
  readonly key: ContentKey;
  readonly version: Version;
  readonly announced: AnnouncedBytes;
  readonly signal: AbortSignal;
  readonly priority: CallPriority;
  /** Gets how many bytes are there, those of earlier tries among them. */
  readonly onProgress: (receivedBytes: number) => void;
}

/** A version that was fetched whole and verified. Whoever has it says what becomes of it. */
export interface FetchedVersion {
  readonly path: string;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** What the service calls it, where it said so with these bytes. */
  readonly fileName?: string | undefined;
  /** It stands in its place by now. Writes to the state only. */
  readonly done: () => void;
  /** It could not be put in its place: the next try finds it. */
  keep(): void;
  discard(): Promise<void>;
}

/** Failures after which the bytes that arrived are of no use, or stand in the way. */
const endsPart: ReadonlySet<string> = new Set(['disk-full', 'not-found']);

/**
 * Fetches one version into a file in `folder` and verifies it against everything that was said about its bytes. What an
 * earlier try of the same version left is gone on with, where hash or entity tag can vouch for the whole.
 * @throws AppError `answer-incomplete` when the bytes are not the announced ones
 */
export async function fetchVersion(task: FetchTask, folder: string): Promise<FetchedVersion> {
  const { part, isLeft } = await claimPart(task, folder);
  task.parts.inUse.add(part.path);
  try {
    const whole = (isLeft && (await goOn(task, part))) || (await receive(task, part, await open(task, { startAt: 0 })));
    return settle(task, part, whole);
  } catch (error) {
    await leave(task, part, error).catch(() => undefined);
    task.parts.inUse.delete(part.path);
    throw error;
  }
}

/** Bytes of a version, with their hash, verified against everything that was said about them. */
interface WholeVersion {
  readonly bytes: Uint8Array;
  readonly sha256: Sha256;
}

/** Whether a version is so small that it is fetched in one go, and never gone on with. */
export function isFetchedWhole({ announced, keepPartsFromBytes }: FetchTask): boolean {
  return announced.sizeBytes !== undefined && announced.sizeBytes < keepPartsFromBytes;
}

/** Fetches a version that `isFetchedWhole`. @throws AppError `answer-incomplete` when the bytes are not the announced ones */
export async function fetchWhole(task: FetchTask): Promise<WholeVersion> {
  const { disk, announced, onProgress } = task;
  const incoming = await open(task, { startAt: 0 });
  const { sizeBytes = 0 } = announced;
  const bytes = new Uint8Array(sizeBytes);
  let [arrivedBytes, toldBytes] = [0, 0];
  for await (const chunk of withEnd(disk, incoming.bytes, sizeBytes)) {
    bytes.set(chunk, arrivedBytes);
    arrivedBytes += chunk.length;
    if (arrivedBytes === sizeBytes || arrivedBytes - toldBytes >= toldEveryBytes)
      onProgress((toldBytes = arrivedBytes));
  }
  if (arrivedBytes < sizeBytes) throw tooShort(arrivedBytes, sizeBytes);
  const sha256 = task.ports.sha256Of(bytes);
  if (!isPromised(announced, incoming.entityTag, sha256)) throw new WrongBytes();
  return { bytes, sha256 };
}

const toldEveryBytes = 1 << 18;

type Received = Pick<FetchedVersion, 'sha256' | 'sizeBytes' | 'fileName'>;

/** What was left of this version in this folder, else a part that is still to come into being. */
async function claimPart(
  { parts, disk, ports, ...task }: FetchTask,
  folder: string,
): Promise<{ readonly part: IncomingPart; readonly isLeft: boolean }> {
  const origin = { serviceId: task.serviceId, key: formatContentKey(task.key), version: task.version };
  const left = parts.find(origin);
  if (left && !parts.inUse.has(left.path)) {
    if (folderOf(left.path) === folder) return { part: left, isLeft: true };
    await removePart({ disk, parts }, left.path);
  }
  const path = partPath(folder, ports.newId());
  return { part: { ...origin, path, durableBytes: 0, notedMs: ports.clock.now() }, isLeft: false };
}

/** Goes on with what is there; `undefined` when it is of no use, and then nothing is there any more. */
async function goOn(task: FetchTask, part: IncomingPart): Promise<Received | undefined> {
  const { disk, announced } = task;
  const startAt = await usableBytes(task, part);
  if (startAt > 0 && startAt === announced.sizeBytes) {
    const whole = await disk.hash(part.path);
    if (isPromised(announced, part.entityTag, whole.sha256)) return whole;
  } else if (startAt > 0) {
    const incoming = await open(task, { startAt, ifTag: part.entityTag }).catch(orUndefinedIfUnreadable);
    if (incoming?.startsAt === 0) return receive(task, part, incoming);
    if (incoming && fits(task, part, incoming, startAt)) {
      const whole = await receive(task, part, incoming, startAt).catch(orUndefinedIfWrong);
      if (whole) return whole;
    } else if (incoming) await letGo(incoming);
  }
  await removePart(task, part.path);
  return undefined;
}

/** @throws AppError what the disk says: then it is still known */
export async function removePart({ disk, parts }: Pick<FetchTask, 'disk' | 'parts'>, path: string): Promise<void> {
  await disk.remove(path);
  parts.forget(path);
}

/** How many bytes of the part may be relied on, so far. */
async function usableBytes({ disk, announced }: FetchTask, part: IncomingPart): Promise<number> {
  const stat = await disk.stat(part.path);
  if (stat?.kind !== 'file') return 0;
  // Without a hash of the whole nobody would notice bytes that a power cut took out of the file.
  const hash = announced.sha256 ?? hashIn(part.entityTag);
  const bytes = hash === undefined ? Math.min(stat.sizeBytes, part.durableBytes) : stat.sizeBytes;
  return bytes > (announced.sizeBytes ?? Infinity) ? 0 : bytes;
}

/** Whether an answer is the rest of what the part is the beginning of. */
function fits(
  { announced }: FetchTask,
  part: IncomingPart,
  { startsAt, strongTag }: IncomingFile,
  startAt: number,
): boolean {
  if (startsAt !== startAt) return false;
  if (part.entityTag !== undefined && strongTag !== undefined) return part.entityTag === strongTag;
  return (announced.sha256 ?? hashIn(part.entityTag)) !== undefined;
}

async function open(task: FetchTask, start: DownloadStart): Promise<IncomingFile> {
  const { service, key, version, signal, priority, announced } = task;
  const options = { signal, priority, expected: expectedOf(announced), ...start };
  return service.download('getFile', inputOfVersion(key, version), options);
}

/** @throws WrongBytes, or what the service or the disk says; what has arrived stays where it may be gone on with */
async function receive(task: FetchTask, part: IncomingPart, incoming: IncomingFile, startAt = 0): Promise<Received> {
  const { disk, parts, announced, onProgress } = task;
  if (startAt === 0) await disk.remove(part.path);
  const sizeBytes = announced.sizeBytes ?? incoming.wholeSizeBytes;
  const noted = { ...part, entityTag: incoming.strongTag ?? part.entityTag, durableBytes: startAt };
  const mayBeGoneOnWith =
    (sizeBytes ?? Infinity) >= task.keepPartsFromBytes &&
    (announced.sha256 !== undefined || incoming.strongTag !== undefined);
  if (mayBeGoneOnWith) await task.ports.database.together(() => isTakenByOther(parts, part) || parts.note(noted));
  const bytes = withEnd(disk, incoming.bytes, sizeBytes === undefined ? undefined : sizeBytes - startAt);
  const received = await disk.receive(part.path, bytes, { startAt, onProgress });
  if (sizeBytes !== undefined && received.sizeBytes < sizeBytes) throw tooShort(received.sizeBytes, sizeBytes);
  const isTooLong = sizeBytes !== undefined && received.sizeBytes > sizeBytes;
  if (isTooLong || !isPromised(announced, incoming.entityTag, received.sha256)) throw new WrongBytes();
  return { ...received, fileName: incoming.fileName };
}

/** Whether another download of the same version, which runs at the same time, is the one that is remembered. */
function isTakenByOther(parts: IncomingParts, part: IncomingPart): boolean {
  return (parts.find(part)?.path ?? part.path) !== part.path;
}

function settle(task: FetchTask, part: IncomingPart, whole: Received): FetchedVersion {
  const { disk, parts } = task;
  const done = (): void => {
    parts.inUse.delete(part.path);
    parts.forget(part.path);
  };
  return {
    ...whole,
    path: part.path,
    done,
    keep(): void {
      parts.inUse.delete(part.path);
      if (isTakenByOther(parts, part)) return;
      const entityTag = parts.find(part)?.entityTag ?? part.entityTag;
      parts.note({ ...part, entityTag, durableBytes: whole.sizeBytes });
    },
    async discard(): Promise<void> {
      await disk.remove(part.path).catch(() => undefined);
      done();
    },
  };
}

/** Keeps of a part that broke off what the next try may go on with. */
async function leave({ disk, parts }: FetchTask, part: IncomingPart, error: unknown): Promise<void> {
  const noted = parts.find(part);
  const isUseless = error instanceof WrongBytes || (error instanceof AppError && endsPart.has(error.code));
  if (noted?.path !== part.path || isUseless) {
    if (noted) parts.forget(part.path);
    await disk.remove(part.path);
  } else {
    const stat = await disk.stat(part.path);
    parts.note({ ...noted, durableBytes: stat?.sizeBytes ?? 0 });
  }
}

/** An answer nobody wants: taking its first bytes and leaving ends it. */
async function letGo({ bytes }: IncomingFile): Promise<void> {
  try {
    for await (const _ of bytes) break;
  } catch {
    // It was to end anyway.
  }
}
