import type { Scene } from '../../../shared/rpc/scene.ts';
import { drawDrawing } from './draw-drawing.ts';
import { drawModel } from './draw-model.ts';
import type { Picture } from './canvas.ts';

/** The picture of a file, on nothing, with the same light for all. @param size of the square, in points */
export function drawScene(scene: Scene, size: number): Picture {
  return scene.kind === 'model' ? drawModel(scene, size) : drawDrawing(scene, size);
}
