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
    fit: () => (isFitted = true),
    view(name) {
      direction = standardViews[name];
      isFitted = true;
    },
  };
}
