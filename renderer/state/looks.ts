import type { DistanceSummary } from '../../shared/rpc/comparison.ts';
import type { DistanceField, LookSide, SceneRecord } from '../../shared/rpc/look-record.ts';
import { unpack } from '../../shared/rpc/packed.ts';
import type { Scene } from '../../shared/rpc/scene.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** How far a scene has come; `undefined` while it is still read from its file. */
export type SceneProgress = (share: number | undefined) => void;

/**
 * What is to be seen in a file, or in a version of it.
 * @throws what the engine answers, and the reason of `signal`
 */
export async function fetchScene(
  client: Pick<EngineClient, 'looks'>,
  of: { readonly fileId: string; readonly side: LookSide },
  onProgress: SceneProgress,
  signal: AbortSignal,
): Promise<Scene> {
  onProgress(undefined);
  const scene = await client.looks.open(of, { signal });
  return (await fetchPacked(client, scene, onProgress, signal)) as Scene;
}

/** How far two versions are apart, and how far each corner of the newer one is. */
export interface FetchedDistances {
  readonly summary: DistanceSummary;
  readonly field: DistanceField;
}

/**
 * Has the distances between two versions of a model measured.
 * @throws what the engine answers, and the reason of `signal`
 */
export async function fetchDistances(
  client: Pick<EngineClient, 'looks'>,
  of: { readonly fileId: string; readonly before: LookSide; readonly after: LookSide },
  onProgress: SceneProgress,
  signal: AbortSignal,
): Promise<FetchedDistances> {
  onProgress(undefined);
  const distances = await client.looks.distances(of, { signal });
  return (await fetchPacked(client, distances, onProgress, signal)) as FetchedDistances;
}

async function fetchPacked(
  client: Pick<EngineClient, 'looks'>,
  { sceneId, sizeBytes }: SceneRecord,
  onProgress: SceneProgress,
  signal: AbortSignal,
): Promise<unknown> {
  const bytes = new Uint8Array(sizeBytes);
  for (let offset = 0; offset < sizeBytes;) {
    onProgress(offset / sizeBytes);
    const chunk = new Uint8Array(await (await client.looks.bytes({ sceneId, offset }, { signal })).arrayBuffer());
    if (chunk.length === 0) throw new Error('The scene ended early.');
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return unpack(bytes);
}
