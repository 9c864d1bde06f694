import type { Triple } from '../demo-class.ts';
import { list, real, text, type Part21Value, type Part21Writer } from './part21.ts';
import type { Solid } from './solids.ts';

/** The extruded solid of a box or cylinder. */
export function addSweptSolid(writer: Part21Writer, solid: Solid): Part21Value {
  if (solid.kind === 'box') {
    const profile = writer.add(
      'IFCRECTANGLEPROFILEDEF',
      '.AREA.',
      '$',
      addProfilePlace(writer),
      real(solid.size[0]),
      real(solid.size[1]),
    );
    return addExtrusion(writer, profile, addIfcPlacement(writer, solid.at), solid.size[2]);
  }
  const profile = writer.add('IFCCIRCLEPROFILEDEF', '.AREA.', '$', addProfilePlace(writer), real(solid.diameterMm / 2));
  return addExtrusion(writer, profile, addCylinderPlace(writer, solid), Math.abs(solid.lengthMm));
}

/** The extrusion runs along the place's own z axis, so that axis points where the cylinder goes. */
function addCylinderPlace(writer: Part21Writer, solid: Solid & { readonly kind: 'cylinder' }): Part21Value {
  const sign = Math.sign(solid.lengthMm);
  const along: Triple = [solid.axis === 'x' ? sign : 0, solid.axis === 'y' ? sign : 0, solid.axis === 'z' ? sign : 0];
  const across: Triple = solid.axis === 'x' ? [0, 1, 0] : [1, 0, 0];
  return addIfcPlacement(writer, solid.at, along, across);
}

function addExtrusion(writer: Part21Writer, profile: Part21Value, place: Part21Value, depth: number): Part21Value {
  return writer.add('IFCEXTRUDEDAREASOLID', profile, place, addIfcDirection(writer, [0, 0, 1]), real(depth));
}

function addProfilePlace(writer: Part21Writer): Part21Value {
  const origin = writer.add('IFCCARTESIANPOINT', list([real(0), real(0)]));
  return writer.add('IFCAXIS2PLACEMENT2D', origin, '$');
}

/** A place with its z axis and its x axis. */
export function addIfcPlacement(
  writer: Part21Writer,
  at: Triple,
  axis: Triple = [0, 0, 1],
  reference: Triple = [1, 0, 0],
): Part21Value {
  return writer.add(
    'IFCAXIS2PLACEMENT3D',
    writer.add('IFCCARTESIANPOINT', list(at.map(real))),
    addIfcDirection(writer, axis),
    addIfcDirection(writer, reference),
  );
}

function addIfcDirection(writer: Part21Writer, along: Triple): Part21Value {
  return writer.add('IFCDIRECTION', list(along.map(real)));
}

/** The representation of an object by its solids. */
export function addBodyShape(writer: Part21Writer, context: Part21Value, solids: readonly Part21Value[]): Part21Value {
  const body = writer.add('IFCSHAPEREPRESENTATION', context, text('Body'), text('SweptSolid'), list(solids));
  return writer.add('IFCPRODUCTDEFINITIONSHAPE', '$', '$', list([body]));
}
