import { AppError } from '../../shared/errors/app-error.ts';
import type { Scene } from '../../shared/rpc/scene.ts';
import { createShapeBudget, type ShapeReader } from './formats/shape-source.ts';
import type { LookLimits } from './limits.ts';
import type { ShapeFormat } from './shape-formats.ts';

const readers: Record<ShapeFormat, () => Promise<ShapeReader>> = {
  step: async () => (await import('./formats/occt.ts')).readStepShape,
  iges: async () => (await import('./formats/occt.ts')).readIgesShape,
  ifc: async () => (await import('./formats/ifc.ts')).readIfcShape,
  stl: async () => (await import('./formats/stl.ts')).readStlShape,
  obj: async () => (await import('./formats/obj.ts')).readObjShape,
  '3dm': async () => (await import('./formats/three-dm.ts')).readThreeDmShape,
  dxf: async () => (await import('./formats/dxf.ts')).readDxfShape,
};

/**
 * Reads what is to be seen in bytes, however long that takes and whatever it leaves behind: in the app only a thread
 * does so that is ended then.
 * @throws AppError `look-no-drawing`, `look-unreadable`, `look-limit`
 */
export async function readScene(bytes: Buffer, format: ShapeFormat, limits: LookLimits): Promise<Scene> {
  const reader = await readers[format]();
  try {
    return await reader({ bytes, budget: createShapeBudget(limits) });
  } catch (error) {
    // What a library says about bytes it does not understand helps nobody.
    throw error instanceof AppError ? error : new AppError('look-unreadable');
  }
}
