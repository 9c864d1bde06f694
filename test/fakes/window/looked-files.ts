import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { measureDistances } from '../../../electron/look/compare/surface-distance.ts';
import { createShapeReading, type ShapeReading } from '../../../electron/look/read-shape.ts';
import { toWireError } from '../../../electron/channels/wire-error.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { sceneChunkBytes, type LookSide } from '../../../shared/rpc/look-record.ts';
import { pack } from '../../../shared/rpc/packed.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';

/** Files that can be looked at, by the hash or the version they are asked for with. */
export type LookedFiles = ReadonlyMap<string, { readonly path: string; readonly fileName: string }>;

/** As the engine's channel refuses a call. */
export function refuse(thrown: unknown): never {
  throw toWireError(thrown);
}

const readScenes = new Map<string, Promise<Scene>>();

/** Reads each file once, as the engine's cache does: many pictures show the same ones. */
function createReading(): ShapeReading {
  const reading = createShapeReading();
  return {
    ...reading,
    read(path, options) {
      const sha256 = hash('sha256', readFileSync(path), 'hex');
      const read = readScenes.get(sha256) ?? reading.read(path, options);
      readScenes.set(sha256, read);
      return read;
    },
  };
}

/** Looks into real files, as the engine does. */
export function createLookAnswers(files: () => LookedFiles) {
  const reading = createReading();
  const scenes = new Map<string, Uint8Array>();
  const fileOf = ({ sha256, version }: LookSide) => {
    const file = files().get(sha256 ?? '') ?? files().get(version ?? '');
    if (!file) throw new AppError('file-unreadable');
    return file;
  };
  return {
    async open(side: LookSide) {
      const { path, fileName } = fileOf(side);
      const bytes = pack(await reading.read(path, { fileName }));
      const sceneId = `scene-step-${Buffer.from(path).toString('hex').padStart(64, '0').slice(-64)}`;
      scenes.set(sceneId, bytes);
      return { sceneId, sizeBytes: bytes.length };
    },
    bytes: (sceneId: string, offset: number) =>
      new Blob([new Uint8Array(scenes.get(sceneId)?.subarray(offset, offset + sceneChunkBytes) ?? [])]),
    async distances(before: LookSide, after: LookSide) {
      const read = (side: LookSide) => reading.read(fileOf(side).path, { fileName: fileOf(side).fileName });
      const measured = measureDistances(await read(before), await read(after));
      const sceneId = `distance-${'0'.repeat(64)}`;
      const bytes = pack(measured);
      scenes.set(sceneId, bytes);
      return { sceneId, sizeBytes: bytes.length, summary: measured.summary };
    },
    async compare(before: LookSide, after: LookSide) {
      const { record, shapes } = await compareFiles(reading, fileOf(before), fileOf(after));
      return { record, ...(shapes ? { marks: shapes.compared.marks } : {}) };
    },
  };
}
