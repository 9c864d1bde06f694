import { z } from 'zod';
import { countedKinds } from './counted-kinds.ts';
import { errorRecord } from './error-record.ts';

/** What differs between two versions of a drawing, for windows and for programs that read JSON. */

/** What happened to a part of a model or to an object of a drawing; `scaled` is a change that is even on all sides. */
export const changeKind = z.enum(['added', 'removed', 'changed', 'scaled', 'moved', 'renamed', 'recoloured']);
export type ChangeKind = z.infer<typeof changeKind>;

/** Of the box around it: x, y and z, in the unit of the comparison. A drawing has no depth, and its height is that of y. */
const boxSize = z.object({ width: z.number(), depth: z.number(), height: z.number() });
export type BoxSize = z.infer<typeof boxSize>;

const shapeSizes = z.object({
  box: boxSize,
  /** Where the shape is closed. */
  volume: z.number().optional(),
  /** How many it has, of each kind that it has. */
  counts: z.partialRecord(z.enum(countedKinds), z.number()),
});
export type ShapeSizes = z.infer<typeof shapeSizes>;

const motion = z.object({
  /** How far its middle went, in the unit of the comparison. */
  by: z.tuple([z.number(), z.number(), z.number()]),
  /** 0 … 180. */
  turnedDegrees: z.number(),
});
export type Motion = z.infer<typeof motion>;

const shapeChange = z.object({
  kind: changeKind,
  /** Its name now; of one that was removed, the name it had. Empty where the file names none. */
  name: z.string(),
  /** The names of what it is part of, from the outermost; in a drawing, its layer. */
  path: z.array(z.string()),
  /** As its format calls it (`IfcWindow`, `LWPOLYLINE`). */
  type: z.string().optional(),
  /** Where it has another name now. */
  formerName: z.string().optional(),
  before: shapeSizes.optional(),
  after: shapeSizes.optional(),
  /** Where it is somewhere else now. */
  motion: motion.optional(),
  /** Of a scaled one: how many times as wide as it was. */
  factor: z.number().optional(),
});
export type ShapeChange = z.infer<typeof shapeChange>;

/**
 * How far the surfaces of two models are apart, in the unit of the comparison: from points all over either one to the
 * nearest point of the other. Between those points it may be a little more.
 */
export const distanceSummary = z.object({
  greatest: z.number(),
  /** Over both surfaces; each part of them counts as much as it is large. */
  mean: z.number(),
});
export type DistanceSummary = z.infer<typeof distanceSummary>;

export const shapeComparison = z.object({
  of: z.enum(['model', 'drawing']),
  /** Absent where the files do not say; numbers are then as they stand in them. */
  unit: z.literal('mm').optional(),
  /** Where the unit of one of them alone is known: which one. */
  unitKnownIn: z.enum(['before', 'after']).optional(),
  before: shapeSizes,
  after: shapeSizes,
  changes: z.array(shapeChange),
  unchanged: z.number(),
  /** What is in one of the files and cannot be drawn, so that nobody knows whether it changed (`HATCH`). */
  notShown: z.array(z.string()).optional(),
  /** How many shapes of each file are among that only because their coordinates are damaged; absent where none is. */
  damaged: z.object({ before: z.number(), after: z.number() }).optional(),
  /** Where it was asked for. */
  distance: distanceSummary.optional(),
});
export type ShapeComparison = z.infer<typeof shapeComparison>;

const drawingFacts = z.object({
  sizeBytes: z.number(),
  /** Program and version in words (`Revit 2020`). */
  program: z.string().optional(),
  author: z.string().optional(),
  /** Whether the file has everything its format ends with. */
  whole: z.enum(['whole', 'incomplete', 'unknown']),
});
export type DrawingFacts = z.infer<typeof drawingFacts>;

export const comparisonRecord = z.object({
  before: drawingFacts,
  after: drawingFacts,
  /** Byte for byte. */
  isSameFile: z.boolean(),
  shapes: shapeComparison.optional(),
  /** Why the shapes were not compared. */
  problem: errorRecord.optional(),
});
export type ComparisonRecord = z.infer<typeof comparisonRecord>;
