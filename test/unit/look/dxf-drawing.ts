import type { DrawingScene, Entity } from '../../../shared/rpc/scene.ts';
import { dxfFile } from './dxf-file.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

/** Reads drawings from a folder that is removed at the end of the test file. */
export function useDrawings() {
  const folder = useLookFolder();
  async function drawing(text: string | Buffer): Promise<DrawingScene> {
    const scene = await createReadingHere().read(folder.put('drawn.dxf', text));
    if (scene.kind !== 'drawing') throw new Error('A DXF is a drawing.');
    return scene;
  }
  return {
    drawing,
    entitiesOf: async (...args: Parameters<typeof dxfFile>): Promise<readonly Entity[]> =>
      (await drawing(dxfFile(...args))).entities,
  };
}

export const numbersOf = (lines: readonly Float64Array[] = []): number[][] => lines.map((line) => [...line]);
