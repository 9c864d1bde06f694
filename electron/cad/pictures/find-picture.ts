import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { createBoundedFile, type BoundedFile } from '../bounded-file.ts';
import type { RandomAccessFile } from '../random-access-file.ts';
import { findInventorPicture, findRevitPicture } from './compound-picture.ts';
import { findDwgPicture } from './dwg-picture.ts';
import type { Picture } from './picture.ts';
import { findSolidWorksPicture } from './solidworks-picture.ts';
import { findThreeDmPicture } from './three-dm-picture.ts';
import { findFreeCadPicture, findSketchUpPicture } from './zip-picture.ts';

const finders: Readonly<Record<string, (file: BoundedFile) => Promise<Picture | undefined>>> = {
  rfa: findRevitPicture,
  rvt: findRevitPicture,
  dwg: findDwgPicture,
  sldprt: findSolidWorksPicture,
  ipt: findInventorPicture,
  fcstd: findFreeCadPicture,
  '3dm': findThreeDmPicture,
  skp: findSketchUpPicture,
};

/**
 * The picture that the program of a CAD file left in it, from bounded reads (8 MiB at most). Without one, or with one
 * that is not whole, `undefined` and never an error; what the platform's `read` throws comes through.
 * @param fileName its extension decides which format is expected
 */
export async function findCadPicture(
  file: RandomAccessFile,
  fileName: string,
  sizeBytes: number,
): Promise<Picture | undefined> {
  const kind = cadKindOf(fileName)?.kind;
  return kind === undefined ? undefined : finders[kind]?.(createBoundedFile(file, sizeBytes));
}
