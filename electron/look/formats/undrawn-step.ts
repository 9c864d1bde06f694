/** Shapes without a surface, and those that are triangles already: the library answers with neither. */
const undrawnStatement =
  /\b(GEOMETRIC_CURVE_SET|(?:EDGE|SHELL)_BASED_WIREFRAME_MODEL|TESSELLATED_(?:GEOMETRIC_SET|SHELL|SOLID|WIRE))\s*\(/g;

/** Of these sets it draws the surfaces that end somewhere, and no curves and points. */
const setStatement = /\bGEOMETRIC_SET\s*\(([^;]*);/g;
const boundedSurface =
  /(#\d+)\s*=\s*\(?\s*(?:(?:RECTANGULAR_TRIMMED|CURVE_BOUNDED|BOUNDED)_SURFACE|B_SPLINE_SURFACE\w*)\s*\(/g;

/** What a STEP file has and is not drawn, by the names of its entities. */
export function undrawnInStep(text: string): Set<string> {
  const kinds = new Set(Array.from(text.matchAll(undrawnStatement), ([, kind = '']) => kind));
  const members = Array.from(text.matchAll(setStatement), ([, list = '']) => list.match(/#\d+/g) ?? []).flat();
  const drawn = new Set(members.length > 0 ? Array.from(text.matchAll(boundedSurface), ([, id]) => id) : []);
  if (members.some((id) => !drawn.has(id))) kinds.add('GEOMETRIC_SET');
  return kinds;
}
