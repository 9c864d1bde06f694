import type { Scene } from '../../../shared/rpc/scene.ts';
import { compareDrawings } from './compare-drawings.ts';
import { compareModels } from './compare-models.ts';
import type { Compared } from './compared.ts';

/** What differs between two scenes; `undefined` where one is a model and the other a drawing. */
export function compareScenes(before: Scene, after: Scene): Compared | undefined {
  if (before.kind === 'model' && after.kind === 'model') return compareModels(before, after);
  if (before.kind === 'drawing' && after.kind === 'drawing') return compareDrawings(before, after);
  return undefined;
}
