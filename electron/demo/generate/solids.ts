import type { DemoPort, DemoProduct, Triple } from '../demo-class.ts';

/** A simple solid, in millimetres. */
export type Solid =
  /** `at` is the centre of the bottom face. */
  | { readonly kind: 'box'; readonly at: Triple; readonly size: Triple }
  /** Runs from `at` along the axis; a negative length runs the other way. */
  | {
      readonly kind: 'cylinder';
      readonly at: Triple;
      readonly axis: DemoPort['axis'];
      readonly diameterMm: number;
      readonly lengthMm: number;
    };

const stubLengthMm = 20;

/** What a product is drawn with: its body first, then a stub for each connection. */
export function solidsOf(product: DemoProduct): readonly [Solid, ...Solid[]] {
  return [bodyOf(product), ...product.ports.map(stubOf)];
}

function bodyOf({ body, size }: DemoProduct): Solid {
  const [length, , height] = size;
  switch (body) {
    case 'box':
      return { kind: 'box', at: [0, 0, 0], size };
    case 'upright':
      return { kind: 'cylinder', at: [0, 0, 0], axis: 'z', diameterMm: length, lengthMm: height };
    case 'lying':
      return { kind: 'cylinder', at: [-height / 2, 0, 0], axis: 'x', diameterMm: length, lengthMm: height };
  }
}

/** A stub leaves the body: away from the middle, and downwards where it sits at the bottom. */
function stubOf({ at, axis, diameterMm }: DemoPort): Solid {
  const along = at[axisIndex[axis]];
  const isOutward = axis === 'z' ? along > 0 : along >= 0;
  return { kind: 'cylinder', at, axis, diameterMm, lengthMm: isOutward ? stubLengthMm : -stubLengthMm };
}

const axisIndex = { x: 0, y: 1, z: 2 } as const;
