import type { DistanceRecord, LookComparison, SceneRecord } from '../../../shared/rpc/look-record.ts';
import type { PictureMediaType } from '../../../shared/rpc/picture-record.ts';
import type { LocalFile } from '../state/local-file.ts';

/** A file that may have some bytes: its absolute path, below the absolute root of its library. */
export interface ContentPlace {
  readonly root: string;
  readonly path: string;
  /** How it looked when it was found to have them; without, nobody has looked. */
  readonly looks?: Pick<LocalFile, 'sizeBytes' | 'modifiedMs' | 'changedMs'> | undefined;
}

/** Pictures of bytes: made once, and kept on this computer for this user alone. */
export interface PicturesPort {
  /**
   * What the bytes with this hash look like; `undefined` where nothing tells. Never that of other bytes.
   * @param content with the name that says of which format they are, where they may be, and how long the longer side is to
   * be at most, where the picture can be made at any size
   * @param signal nobody wants to see it any more
   */
  pictureOf(content: PicturedBytes, signal?: AbortSignal): Promise<PictureOfBytes | undefined>;
  /** Whether the shapes in a file with this name can be drawn where there is no picture inside. */
  isDrawable(fileName: string): boolean;
  /** What their shapes look like: drawn one at a time, while nothing holds that back, and kept as pictures are. */
  outlineOf(content: PicturedBytes, signal?: AbortSignal): Promise<PictureOfBytes | undefined>;
  /** Has outlines wait until whoever held them back lets go. */
  holdOutlines(reason: 'battery' | 'syncing', isHeld: boolean): void;
}

interface PictureOfBytes {
  readonly mediaType: PictureMediaType;
  readonly bytes: Uint8Array;
}

interface PicturedBytes {
  readonly sha256: string;
  readonly fileName: string;
  readonly sizePixels: number;
  readonly places: readonly ContentPlace[];
}

/** Bytes that are to be looked at, of a format that `fileName` tells; without a hash, those in the one place. */
export interface LookedBytes {
  readonly sha256?: string | undefined;
  readonly fileName: string;
  readonly places: readonly ContentPlace[];
}

/** A version of the service that is fetched to be looked at. */
export interface LookedVersion {
  /** What tells it from every other version of every service. */
  readonly name: string;
  readonly fileName: string;
  /** Of its bytes, where that is known. */
  readonly sha256?: string | undefined;
}

/** Looks into files, in threads of their own, within limits of memory and time. */
export interface LooksPort {
  /** Reads what is to be seen and keeps it. @throws AppError `look-…`, `file-unreadable`, `cancelled` */
  look(content: LookedBytes, signal?: AbortSignal): Promise<SceneRecord>;
  /** @throws AppError `file-unreadable`, `cancelled` */
  compare(before: LookedBytes, after: LookedBytes, signal?: AbortSignal): Promise<LookComparison>;
  /** How far surfaces are apart. @throws AppError `look-no-surface`, `look-…`, `file-unreadable`, `cancelled` */
  distances(before: LookedBytes, after: LookedBytes, signal?: AbortSignal): Promise<DistanceRecord>;
  /** Some bytes of a scene, or of distances. @throws AppError `unknown-item` where it is kept no more */
  sceneBytes(sceneId: string, offset: number): Promise<Uint8Array>;
  /**
   * Where a version is that was fetched to be looked at; `fetch` brings it where it is not there.
   * @throws AppError `answer-incomplete` where it brings other bytes than those with its hash
   */
  fetched(version: LookedVersion, fetch: () => Promise<AsyncIterable<Uint8Array>>): Promise<ContentPlace>;
}
