import type { Bounds, Point3 } from '../../../shared/rpc/scene.ts';

/** From where something is looked at, without perspective. A drawing is looked at from above. */
export interface Gaze {
  /** Around the upright axis, counter-clockwise as seen from above; 0 looks from the front. */
  readonly turnDegrees: number;
  /** 90 looks from above, -90 from below. */
  readonly tiltDegrees: number;
  /** What stands in the middle. */
  readonly target: Point3;
  /** How much of it is as high as the picture, in its units. */
  readonly span: number;
}

type Axes = { readonly right: Point3; readonly up: Point3; readonly towards: Point3 };
export type Direction = Pick<Gaze, 'turnDegrees' | 'tiltDegrees'>;

export const viewNames = ['isometric', 'front', 'right', 'back', 'left', 'top', 'bottom'] as const;
export type ViewName = (typeof viewNames)[number];

/** The views that every CAD program has. */
export const standardViews: Record<ViewName, Direction> = {
  isometric: { turnDegrees: 45, tiltDegrees: 35.264 },
  front: { turnDegrees: 0, tiltDegrees: 0 },
  right: { turnDegrees: 90, tiltDegrees: 0 },
  back: { turnDegrees: 180, tiltDegrees: 0 },
  left: { turnDegrees: 270, tiltDegrees: 0 },
  top: { turnDegrees: 0, tiltDegrees: 90 },
  bottom: { turnDegrees: 0, tiltDegrees: -90 },
};

const margin = 1.08;
const [mostZoom, leastZoom] = [1e-6, 1e9];

export function axesOf({ turnDegrees, tiltDegrees }: Direction): Axes {
  const [turn, tilt] = [(turnDegrees * Math.PI) / 180, (tiltDegrees * Math.PI) / 180];
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return {
    right: [cos, sin, 0],
    up: [-sin * Math.sin(tilt), cos * Math.sin(tilt), Math.cos(tilt)],
    towards: [sin * Math.cos(tilt), -cos * Math.cos(tilt), Math.sin(tilt)],
  };
}

/** Looks at all of it. @param aspect how many times as wide as high the picture is */
export function fitting(bounds: Bounds | undefined, direction: Direction, aspect: number): Gaze {
  const { min, max } = bounds ?? { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
  const target: Point3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const half: Point3 = [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2];
  const { right, up } = axesOf(direction);
  const reach = (axis: Point3): number =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  const span = 2 * margin * Math.max(reach(up), reach(right) / (aspect || 1));
  return { ...direction, target, span: span || 1 };
}

export function turnedBy(gaze: Gaze, turnDegrees: number, tiltDegrees: number): Gaze {
  return {
    ...gaze,
    turnDegrees: (gaze.turnDegrees + turnDegrees + 360) % 360,
    tiltDegrees: Math.min(90, Math.max(-90, gaze.tiltDegrees + tiltDegrees)),
  };
}

/** Moves what is seen. @param right and up in heights of the picture */
export function movedBy(gaze: Gaze, right: number, up: number): Gaze {
  const axes = axesOf(gaze);
  const at = (axis: 0 | 1 | 2): number =>
    gaze.target[axis] - gaze.span * (right * axes.right[axis] + up * axes.up[axis]);
  return { ...gaze, target: [at(0), at(1), at(2)] };
}

/** Comes nearer, with what is at this place staying there. @param right and up from the middle, in heights of the picture */
export function zoomedBy(gaze: Gaze, factor: number, right = 0, up = 0): Gaze {
  const span = Math.min(leastZoom, Math.max(mostZoom, gaze.span / factor));
  const kept = gaze.span / span;
  return { ...movedBy({ ...gaze, span }, right * (1 - kept), up * (1 - kept)), span };
}

/** Where a point is seen: from the middle to the right and up, in heights of the picture. */
export function seenAt(gaze: Gaze, point: Point3): readonly [right: number, up: number] {
  const { right, up } = axesOf(gaze);
  const { target, span } = gaze;
  const along = (axis: Point3): number =>
    (axis[0] * (point[0] - target[0]) + axis[1] * (point[1] - target[1]) + axis[2] * (point[2] - target[2])) / span;
  return [along(right), along(up)];
}
