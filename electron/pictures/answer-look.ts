import { createHash } from 'node:crypto';
import { AppError, errorOf, toAppError, type ErrorRecord } from '../../shared/errors/app-error.ts';
import { pack, unpack } from '../../shared/rpc/packed.ts';
import type { DistanceRecord, LookComparison, SceneRecord } from '../../shared/rpc/look-record.ts';
import type { Scene } from '../../shared/rpc/scene.ts';
import { compareFiles } from '../look/compare-files.ts';
import { measureDistances, type SurfaceDistances } from '../look/compare/surface-distance.ts';
import { toPng } from '../look/draw/canvas.ts';
import { drawScene } from '../look/draw/draw-scene.ts';
import { hashOfFile } from '../look/hash-of-file.ts';
import { isOfTheBytes } from '../look/look-errors.ts';
import { createShapeReading, type ShapeReading } from '../look/read-shape.ts';
import { shapeFormatOf } from '../look/shape-formats.ts';
import { withContent } from './content-file.ts';
import { openKeptFolder, orNotKept, type KeptFolder } from './kept-folder.ts';
import type { LookAnswerOf, LookedContent, LookQuestion, LookTask } from './look-task.ts';
import { openPictureFolder } from './picture-folder.ts';
import { nameOfPicture, type PictureAnswer, type PictureQuestion } from './picture-question.ts';

/** What was kept by other readers is read again. */
const readersVersion = 4;

/** What a name in the folder of scenes holds. */
const kinds = { failure: 0, scene: 1, distances: 2 } as const;

interface Looking {
  readonly kept: KeptFolder;
  readonly reading: ShapeReading;
}

/** Bytes that are proven, where they are, for as long as they are looked at. */
interface ProvenFile {
  readonly sha256: string;
  readonly path: string;
  readonly fileName: string;
}

/**
 * Looks at bytes: at those that were read before in the folder of scenes, else at the file. Waits for the disk, and holds
 * what it read, and is therefore only for a thread that is ended then.
 * @param reading of what was not read before
 * @throws AppError as reading shapes does, `file-unreadable` where the bytes are nowhere any more, and `disk-full` where
 * a scene finds no room
 */
export async function answerLook(
  { question, ...keeping }: LookTask,
  reading: ShapeReading = createShapeReading(),
): Promise<LookAnswerOf<LookQuestion>> {
  const looking = { kept: openKeptFolder({ ...keeping, makersVersion: readersVersion }), reading };
  switch (question.kind) {
    case 'scene':
      return within(question.content, (file) => keepScene(looking, file));
    case 'comparison':
      return within(question.before, (before) => within(question.after, (after) => compare(looking, before, after)));
    case 'distances':
      return within(question.before, (before) =>
        within(question.after, (after) => keepDistances(looking, before, after)),
      );
    case 'outline':
      return outline(looking, question.picture);
  }
}

async function keepScene(looking: Looking, file: ProvenFile): Promise<SceneRecord> {
  const sceneId = nameOf(file);
  const before = looking.kept.find(sceneId);
  if (before?.kind === kinds.scene) return { sceneId, sizeBytes: before.bytes.length };
  const bytes = pack(await readScene(looking, file));
  looking.kept.keep(sceneId, kinds.scene, bytes);
  return { sceneId, sizeBytes: bytes.length };
}

async function compare(looking: Looking, before: ProvenFile, after: ProvenFile): Promise<LookComparison> {
  const files = new Map([before, after].map((file) => [file.path, file]));
  const reading: ShapeReading = { read: (path) => readScene(looking, files.get(path) ?? after) };
  const { record, shapes } = await compareFiles(reading, before, after);
  return { record, ...(shapes ? { marks: shapes.compared.marks } : {}) };
}

async function keepDistances(looking: Looking, before: ProvenFile, after: ProvenFile): Promise<DistanceRecord> {
  const sceneId = `distance-${createHash('sha256')
    .update(`${nameOf(before)} ${nameOf(after)}`)
    .digest('hex')}`;
  const known = looking.kept.find(sceneId);
  if (known?.kind === kinds.distances) {
    const { summary } = unpack(new Uint8Array(known.bytes)) as SurfaceDistances;
    return { sceneId, sizeBytes: known.bytes.length, summary };
  }
  const measured = measureDistances(await readScene(looking, before), await readScene(looking, after));
  const bytes = pack(measured);
  looking.kept.keep(sceneId, kinds.distances, bytes);
  return { sceneId, sizeBytes: bytes.length, summary: measured.summary };
}

/** Drawn where its shapes can be read. That they cannot is kept as well, so that nobody tries it twice. */
async function outline(looking: Looking, question: PictureQuestion): Promise<{ readonly picture: PictureAnswer }> {
  const picture = await within(question, async (file): Promise<PictureAnswer> => {
    const bytes = toPng(drawScene(await readScene(looking, file), question.sizePixels));
    return { mediaType: 'image/png', bytes };
  }).catch(noPicture);
  orNotKept(() => openPictureFolder(question.folder, question.limitBytes).keep(nameOfPicture(question), picture));
  return { picture };
}

/** The shapes cannot be read, which is so until the bytes are others; anything else may be otherwise next time. */
function noPicture(thrown: unknown): undefined {
  if (thrown instanceof AppError && isOfTheBytes(thrown)) return undefined;
  throw thrown;
}

/** What is in a file, read once: a file that was refused for its bytes is refused again. */
async function readScene({ kept, reading }: Looking, file: ProvenFile): Promise<Scene> {
  const name = nameOf(file);
  const before = kept.find(name);
  if (before?.kind === kinds.scene) return unpack(new Uint8Array(before.bytes)) as Scene;
  if (before?.kind === kinds.failure) throw errorOf(JSON.parse(before.bytes.toString()) as ErrorRecord);
  try {
    return await reading.read(file.path, { fileName: file.fileName });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (isOfTheBytes(error))
      orNotKept(() => kept.keep(name, kinds.failure, Buffer.from(JSON.stringify(error.toRecord()))));
    throw error;
  }
}

/** The same bytes are something else, or nothing, where their name says another format. */
function nameOf({ sha256, fileName }: ProvenFile): string {
  return `scene-${shapeFormatOf(fileName) ?? 'unknown'}-${sha256}`;
}

/** Has `use` look at a file that has the bytes, proven before and after. */
async function within<T>(content: LookedContent, use: (file: ProvenFile) => Promise<T>): Promise<T> {
  const { places, fileName } = content;
  for (const place of places) {
    const sha256 = content.sha256 ?? (await hashOfFile(place.path));
    const found = await withContent(place, sha256, () => use({ sha256, path: place.path, fileName })).catch(
      (thrown: unknown) => {
        if (thrown instanceof AppError && thrown.code !== 'file-unreadable') throw thrown;
        return { isProven: false } as const;
      },
    );
    if (found.isProven) return found.made;
  }
  throw new AppError('file-unreadable', { detail: fileName });
}
