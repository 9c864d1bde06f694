import type { Triple } from '../demo-class.ts';
import { real, text, type Part21Value, type Part21Writer } from './part21.ts';
import type { Solid } from './solids.ts';
import { addFace, addOrientedEdge, addPlacement, addSolid, addStraightEdge, addVertex } from './step-geometry.ts';

const unit: Readonly<Record<'x' | 'y' | 'z', Triple>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
/** The direction from the axis in which the seam of the mantle lies. */
const seamOf = { x: 'y', y: 'z', z: 'x' } as const;

/** A cylinder as two disks and a mantle, which is closed along one straight seam edge. */
export function addCylinderBrep(writer: Part21Writer, solid: Solid & { readonly kind: 'cylinder' }): Part21Value {
  const axis = unit[solid.axis];
  const seam = unit[seamOf[solid.axis]];
  const radius = solid.diameterMm / 2;
  const length = Math.abs(solid.lengthMm);
  const bottom = shifted(solid.at, axis, Math.min(0, solid.lengthMm));
  const top = shifted(bottom, axis, length);
  const below = addVertex(writer, shifted(bottom, seam, radius));
  const above = addVertex(writer, shifted(top, seam, radius));
  const bottomEdge = addCircleEdge(writer, addPlacement(writer, bottom, axis, seam), radius, below.vertex);
  const topEdge = addCircleEdge(writer, addPlacement(writer, top, axis, seam), radius, above.vertex);
  const seamEdge = addStraightEdge(writer, below, above);

  const mantle = writer.add('CYLINDRICAL_SURFACE', text(''), addPlacement(writer, bottom, axis, seam), real(radius));
  const downwards: Triple = [-axis[0], -axis[1], -axis[2]];
  const bottomPlane = writer.add('PLANE', text(''), addPlacement(writer, bottom, downwards, seam));
  const topPlane = writer.add('PLANE', text(''), addPlacement(writer, top, axis, seam));
  return addSolid(writer, [
    addFace(writer, mantle, [
      addOrientedEdge(writer, bottomEdge, true),
      addOrientedEdge(writer, seamEdge, true),
      addOrientedEdge(writer, topEdge, false),
      addOrientedEdge(writer, seamEdge, false),
    ]),
    addFace(writer, bottomPlane, [addOrientedEdge(writer, bottomEdge, false)]),
    addFace(writer, topPlane, [addOrientedEdge(writer, topEdge, true)]),
  ]);
}

function addCircleEdge(writer: Part21Writer, placement: Part21Value, radius: number, vertex: Part21Value): Part21Value {
  const circle = writer.add('CIRCLE', text(''), placement, real(radius));
  return writer.add('EDGE_CURVE', text(''), vertex, vertex, circle, '.T.');
}

function shifted(at: Triple, along: Triple, distance: number): Triple {
  return [at[0] + along[0] * distance, at[1] + along[1] * distance, at[2] + along[2] * distance];
}
