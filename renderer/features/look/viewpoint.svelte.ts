import type { Point3 } from '../../../shared/rpc/scene.ts';
import { standardViews, type Direction, type Gaze, type ViewName } from './gaze.ts';

/** From where one or several pictures of the same thing are looked at. */
export interface Viewpoint {
  /** Without one, nothing was laid out yet. */
  readonly gaze: Gaze | undefined;
  readonly direction: Direction;
  /** Whether all of it is to be seen, however large the picture becomes. */
  readonly isFitted: boolean;
  readonly fitTo: (gaze: Gaze) => void;
  readonly lookFrom: (gaze: Gaze) => void;
  /** The origin of what is looked at is another one by now: the same place of it stays in the middle. */
  readonly moveOrigin: (by: Point3) => void;
  readonly fit: () => void;
  readonly view: (name: ViewName) => void;
}

export function createViewpoint(): Viewpoint {
  let gaze = $state.raw<Gaze>();
  let isFitted = $state(true);
  let direction = $state.raw<Direction>(standardViews.isometric);
  return {
    get gaze() {
      return gaze;
    },
    get direction() {
      return direction;
    },
    get isFitted() {
      return isFitted;
    },
    fitTo: (next) => (gaze = next),
    lookFrom(next) {
      gaze = direction = next;
      isFitted = false;
    },
    moveOrigin([x, y, z]) {
      if (!gaze) return;
      const { target } = gaze;
      gaze = { ...gaze, target: [target[0] - x, target[1] - y, target[2] - z] };
    },
    fit: () => (isFitted = true),
    view(name) {
      direction = standardViews[name];
      isFitted = true;
    },
  };
}
