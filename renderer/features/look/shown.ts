import type { Mark } from '../../../shared/rpc/look-record.ts';
import {
  partsOf,
  type Bounds,
  type Colour,
  type ModelScene,
  type Point3,
  type Scene,
} from '../../../shared/rpc/scene.ts';
import type { Gaze } from './gaze.ts';

/** A scene, and how it is shown. Its parts (`partsOf`) or entities are named by their place. */
export interface Shown {
  readonly scene: Scene;
  /** Around what is not hidden. */
  readonly bounds: Bounds | undefined;
  /** Where its origin is. */
  readonly offset: Point3;
  readonly hidden: ReadonlySet<number>;
  /** What is painted otherwise than the file says. */
  readonly colourOf?: ((place: number) => Colour | undefined) | undefined;
  /**
   * Which of several surfaces in one plane is seen: the one with the fewest steps. Which of them is nearer by a rounding
   * changes with every turn.
   */
  readonly stepsBack?: ((place: number) => number) | undefined;
  /** Goes before it: of one mesh of a part, for each corner how far along the ramp its colour is, 0 … 1. */
  readonly sharesOf?: ((place: number, mesh: number) => Float32Array | undefined) | undefined;
}

/** What is cut away: all that lies on the far side along an axis. */
export interface Cut {
  readonly axis: 0 | 1 | 2;
  readonly at: number;
}

/** One picture. */
export interface Frame {
  readonly gaze: Gaze;
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen for each of those. */
  readonly density: number;
  readonly cut: Cut | undefined;
}

/** Draws onto a canvas. */
export interface Painter {
  show(shown: readonly Shown[]): void;
  draw(frame: Frame): void;
  /** The point of the surface that is seen at a place of the picture, in pixels from its top left. */
  pick(frame: Frame, x: number, y: number): Point3 | undefined;
  close(): void;
}

const none: ReadonlySet<number> = new Set();

export function show(scene: Scene, hidden = none): Shown {
  return { scene, offset: [0, 0, 0], hidden, bounds: visibleBounds(scene, hidden) };
}

/** Beside another scene, with both in one space. */
export function showBeside(scene: Scene, base: Scene, hidden = none): Shown {
  if (scene.kind !== 'model' || base.kind !== 'model') return show(scene, hidden);
  return { ...show(scene, hidden), offset: minus(scene.origin, base.origin) };
}

export function countOf(scene: Scene): number {
  return scene.kind === 'model' ? partsOf(scene.root).length : scene.entities.length;
}

/** What stands on layers that are switched off. */
export function onLayers(scene: Scene, off: ReadonlySet<string>): ReadonlySet<number> {
  if (scene.kind === 'model' || off.size === 0) return none;
  return new Set(scene.entities.flatMap(({ layer }, place) => (off.has(layer) ? [place] : [])));
}

/** The layers that the file itself switches off. */
export function layersOff(scene: Scene): ReadonlySet<string> {
  if (scene.kind === 'model') return new Set();
  return new Set(scene.layers.flatMap(({ name, isVisible }) => (isVisible ? [] : [name])));
}

/**
 * What is switched off in a scene that takes the place of another one: what a person switched stays as they have it, by
 * its name; anything else is as its file says.
 * @param off in the scene before: places of parts, or names of layers
 */
export function switchedAs(before: Scene, off: ReadonlySet<number | string>, now: Scene): ReadonlySet<number | string> {
  if (before.kind === 'model' && now.kind === 'model') {
    const hidden = new Set(namesOfParts(before).filter((_name, place) => off.has(place)));
    return new Set(namesOfParts(now).flatMap((name, place) => (hidden.has(name) ? [place] : [])));
  }
  const [offBefore, offNow] = [layersOff(before), layersOff(now)];
  if (before.kind === 'model' || now.kind === 'model') return offNow;
  const isOff = (layer: string): boolean =>
    off.has(layer) === offBefore.has(layer) ? offNow.has(layer) : off.has(layer);
  return new Set(now.layers.flatMap(({ name }) => (isOff(name) ? [name] : [])));
}

/** By which each part of a model is told from all others of it, in their order. */
function namesOfParts({ root }: ModelScene): string[] {
  const counts = new Map<string, number>();
  return partsOf(root).map(({ part, path }) => {
    const name = JSON.stringify([path, part.id ?? part.name]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  });
}

/** From the origin of one scene to that of another. */
export function movedOrigin(before: Scene, now: Scene): Point3 {
  if (before.kind !== 'model' || now.kind !== 'model') return [0, 0, 0];
  return minus(now.origin, before.origin);
}

const [green, red, amber]: readonly [Colour, Colour, Colour] = [
  [0.3, 0.72, 0.4, 1],
  [0.9, 0.34, 0.3, 1],
  [0.95, 0.66, 0.18, 1],
];
/** What changed behind it is seen through it. */
const stayed: Colour = [0.66, 0.7, 0.75, 0.35];

/** What is there now, by what became of it, and in red what is gone. */
export function showDifference(
  before: Scene,
  after: Scene,
  marks: { readonly before: readonly Mark[]; readonly after: readonly Mark[] },
): Shown[] {
  const isSame = [...marks.before, ...marks.after].every((mark) => mark === 'unchanged');
  const kept = new Set(marks.before.flatMap((mark, place) => (mark === 'removed' ? [] : [place])));
  const hidden = (scene: Scene): ReadonlySet<number> => onLayers(scene, layersOff(scene));
  return [
    {
      ...show(after, hidden(after)),
      colourOf: (place) => (isSame ? undefined : colourOfMark(marks.after[place])),
      stepsBack: (place) => order.indexOf(colourOfMark(marks.after[place])),
    },
    { ...showBeside(before, after, kept), colourOf: () => red, stepsBack: () => order.indexOf(red) },
  ];
}

function colourOfMark(mark: Mark = 'unchanged'): Colour {
  if (mark === 'added') return green;
  return mark === 'unchanged' || mark === 'renamed' ? stayed : amber;
}

/** From what is seen first to what lies behind all others in its plane. */
const order: readonly Colour[] = [green, amber, red, stayed];

/** Of a model all counts: hiding a part is no reason to look elsewhere. */
function visibleBounds(scene: Scene, hidden: ReadonlySet<number>): Bounds | undefined {
  if (scene.kind === 'model' || hidden.size === 0) return scene.bounds;
  const [min, max]: [[number, number, number], [number, number, number]] = [
    [Infinity, Infinity, 0],
    [-Infinity, -Infinity, 0],
  ];
  for (const [place, { lines, texts }] of scene.entities.entries()) {
    if (hidden.has(place)) continue;
    const add = (x = 0, y = 0): void => {
      [min[0], min[1]] = [Math.min(min[0], x), Math.min(min[1], y)];
      [max[0], max[1]] = [Math.max(max[0], x), Math.max(max[1], y)];
    };
    for (const line of lines) for (let at = 0; at + 1 < line.length; at += 2) add(line[at], line[at + 1]);
    for (const { x, y } of texts) add(x, y);
  }
  return min[0] > max[0] ? scene.bounds : { min, max };
}

/** Around all that is shown. */
export function boundsOf(shown: readonly Shown[]): Bounds | undefined {
  const boxes = shown.flatMap(({ bounds, offset }) =>
    bounds ? [{ min: plus(bounds.min, offset), max: plus(bounds.max, offset) }] : [],
  );
  const extreme = (side: 'min' | 'max', axis: 0 | 1 | 2): number => Math[side](...boxes.map((box) => box[side][axis]));
  if (boxes.length === 0) return undefined;
  return {
    min: [extreme('min', 0), extreme('min', 1), extreme('min', 2)],
    max: [extreme('max', 0), extreme('max', 1), extreme('max', 2)],
  };
}

const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
