import { cadKindOf } from '../../shared/model/cad-kind.ts';
import { createBoundedFile } from './bounded-file.ts';
import { type CadFacts, type FormatReader } from './cad-facts.ts';
import { readDwg } from './dwg.ts';
import { readDxf } from './dxf.ts';
import { readFcstd } from './fcstd.ts';
import { readIfc } from './ifc.ts';
import { readIges } from './iges.ts';
import { readInventor } from './inventor.ts';
import { readObj } from './obj.ts';
import type { RandomAccessFile } from './random-access-file.ts';
import { readRevit } from './revit.ts';
import { readSketchUp } from './sketchup.ts';
import { readSolidWorks } from './solidworks.ts';
import { readStep } from './step.ts';
import { readStl } from './stl.ts';
import { readThreeDm } from './three-dm.ts';

const readers: Readonly<Record<string, FormatReader>> = {
  rfa: readRevit,
  rvt: readRevit,
  dwg: readDwg,
  sldprt: readSolidWorks,
  ipt: readInventor,
  fcstd: readFcstd,
  '3dm': readThreeDm,
  skp: readSketchUp,
  dxf: readDxf,
  ifc: readIfc,
  step: readStep,
  iges: readIges,
  stl: readStl,
  obj: readObj,
};

/** No format begins with so many zeros: the longest head of zeros is that of a binary STL, with 80. */
const blankBytes = 4096;

/**
 * What a CAD file says about itself, from bounded reads of its head, tail and directory (8 MiB at most).
 * Bytes that are no such file give unknowns and never an error; what the platform's `read` throws comes through.
 * @param fileName its extension decides which format is expected
 */
export async function inspectCadFile(file: RandomAccessFile, fileName: string, sizeBytes: number): Promise<CadFacts> {
  const kind = cadKindOf(fileName)?.kind;
  const reader = kind === undefined ? undefined : readers[kind];
  if (kind === undefined || !reader) return { whole: 'unknown' };
  const bounded = createBoundedFile(file, sizeBytes);
  // A program has made the file, or set its length, and not written yet.
  if ((await bounded.readHead(blankBytes)).every((byte) => byte === 0)) return { kind, whole: 'incomplete' };
  return { kind, ...(await reader(bounded)) };
}
