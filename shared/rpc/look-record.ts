import { z } from 'zod';
import { changeKind, comparisonRecord, distanceSummary } from './comparison.ts';

/** Which bytes of a file are to be looked at: those with a hash where this computer has them, else a version. */
export const lookSide = z
  .object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** Of the service, from where it is fetched. */
    version: z.string().max(32).optional(),
  })
  .refine(({ sha256, version }) => sha256 !== undefined || version !== undefined);
export type LookSide = z.output<typeof lookSide>;

/** Names a scene that is kept by its format and the hash of the bytes it was read from, and distances by those of both. */
export const sceneId = z.string().regex(/^(scene-[0-9a-z]+|distance)-[0-9a-f]{64}$/);

/** A scene that is ready to be fetched, packed (`packed.ts`). */
export const sceneRecord = z.object({ sceneId, sizeBytes: z.int() });
export type SceneRecord = z.output<typeof sceneRecord>;

/** So many bytes of a scene are fetched at once, at most. */
export const sceneChunkBytes = 4 * 2 ** 20;

const mark = z.enum([...changeKind.options, 'unchanged']);
/** What became of a part or an object. */
export type Mark = z.output<typeof mark>;

/** What differs, and for scenes of one kind what to colour by it: one mark for each part (`partsOf`) or entity. */
export const lookComparison = z.object({
  record: comparisonRecord,
  marks: z.object({ before: z.array(mark), after: z.array(mark) }).optional(),
});
export type LookComparison = z.output<typeof lookComparison>;

/** Distances that are ready to be fetched as scenes are. */
export const distanceRecord = sceneRecord.extend({ summary: distanceSummary });
export type DistanceRecord = z.output<typeof distanceRecord>;

/** From each corner of the newer scene to the older one: by part (`partsOf`), mesh and corner. */
export interface DistanceField {
  readonly parts: readonly (readonly Float32Array[])[];
}
