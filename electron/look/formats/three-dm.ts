import rhino3dm, { type Brep, type Curve, type File3dm, type GeometryBase, type RhinoModule } from 'rhino3dm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Colour } from '../../../shared/rpc/scene.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import { placeModel, type FoundMesh, type FoundPart } from './place-meshes.ts';
import type { ShapeBudget, ShapeReader } from './shape-source.ts';

/** How many pieces a curve becomes. */
const curvePieces = 32;
const deepestInstance = 16;

/** Rhino models: objects by name, with the meshes Rhino saved for the screen; where it saved none, their edges; and points. */
export const readThreeDmShape: ShapeReader = async ({ bytes, budget }) => {
  const rhino = await rhino3dm();
  const file = rhino.File3dm.fromByteArray(bytes) as File3dm | null;
  if (!file) throw new AppError('look-unreadable', { detail: 'Its objects do not make sense.' });
  const mmPerUnit = unitsInMm(rhino).get(file.settings().modelUnitSystem);
  const layersOff = layersOffIn(file);
  const reading: Reading = { rhino, file, budget, mmPerUnit: mmPerUnit ?? 1, layersOff, notShown: createNotShown() };
  const children: FoundPart[] = [];
  const objects = file.objects();
  for (let index = 0; index < objects.count; index += 1) {
    const object = objects.get(index);
    if (!object.attributes().isInstanceDefinitionObject) children.push(...partsIn(reading, object, [], 0));
  }
  const author = [file.lastEditedBy, file.createdBy].find((name) => name !== '');
  const unit = mmPerUnit === undefined ? undefined : 'mm';
  return placeModel({ name: '', meshes: [], children }, { unit, author }, reading.notShown);
};

interface Reading {
  readonly rhino: RhinoModule;
  readonly file: File3dm;
  readonly budget: ShapeBudget;
  readonly mmPerUnit: number;
  /** By their numbers. */
  readonly layersOff: ReadonlySet<number>;
  readonly notShown: NotShown;
}

type RhinoObject = ReturnType<ReturnType<File3dm['objects']>['get']>;
/** Transformations by rows of four, the innermost first. */
type Placement = readonly (readonly number[])[];

/** Of what people build; those of atoms and stars are left out. */
function unitsInMm({ UnitSystem: unit }: RhinoModule): ReadonlyMap<unknown, number> {
  return new Map<unknown, number>([
    [unit.Microns, 0.001],
    [unit.Millimeters, 1],
    [unit.Centimeters, 10],
    [unit.Decimeters, 100],
    [unit.Meters, 1000],
    [unit.Dekameters, 1e4],
    [unit.Hectometers, 1e5],
    [unit.Kilometers, 1e6],
    [unit.Mils, 0.0254],
    [unit.Inches, 25.4],
    [unit.Feet, 304.8],
    [unit.Yards, 914.4],
    [unit.Miles, 1_609_344],
  ]);
}

/** Layers that are off, or stand under one that is. */
function layersOffIn(file: File3dm): ReadonlySet<number> {
  const table = file.layers();
  const layers = Array.from({ length: table.count }, (_, at) => table.get(at));
  const isOn = new Map(layers.map(({ id, visible }) => [id, visible]));
  const above = new Map(layers.map(({ id, parentLayerId }) => [id, parentLayerId]));
  const isOff = (id: string | undefined, depth = 0): boolean =>
    id !== undefined && depth < layers.length && (isOn.get(id) === false || isOff(above.get(id), depth + 1));
  return new Set(layers.filter(({ id }) => isOff(id)).map(({ index }) => index));
}

/** One object as a part; of a block, one for each object in it. Nothing for what is hidden or has no shape, such as a light. */
function partsIn(reading: Reading, object: RhinoObject, placement: Placement, depth: number): FoundPart[] {
  const { rhino, budget } = reading;
  budget.spend('parts', 1);
  const geometry = object.geometry();
  const { name, id, visible, layerIndex } = object.attributes();
  if (!visible || reading.layersOff.has(layerIndex)) return [];
  if (geometry instanceof rhino.InstanceReference) {
    if (depth >= deepestInstance) {
      reading.notShown.add('InstanceReference');
      return [];
    }
    const definition = reading.file.instanceDefinitions().findId(geometry.parentIdefId);
    const inner = [geometry.xform.toFloatArray(true), ...placement];
    const members = definition.getObjectIds() as readonly string[];
    const children = members.flatMap((member) =>
      partsIn(reading, reading.file.objects().findId(member), inner, depth + 1),
    );
    return children.length === 0 ? [] : [{ name: name || definition.name, id, meshes: [], children }];
  }
  const colour = colourOf(object, reading.file);
  const meshes = meshesOf(reading, geometry, placement).map((mesh) => ({ ...mesh, colour }));
  const wires = meshes.length > 0 ? [] : wiresOf(reading, geometry, placement);
  const dots = dotsOf(reading, geometry, placement);
  // Inside of a block the id stands for the object in every place of it.
  const kind = kindOf(reading.rhino, geometry);
  const part = { name, id: depth === 0 ? id : undefined, kind, meshes, wires, dots, children: [] };
  if (meshes.length > 0 || wires.length > 0 || dots) return [part];
  if (!withoutShape.has(kind)) reading.notShown.add(kind);
  return [];
}

/** What belongs to a view, and not to the model. */
const withoutShape: ReadonlySet<string> = new Set(['Light', 'ClipPlane', 'Detail', 'Grip', 'InstanceDefinition']);

/** As Rhino calls it: `Annotation`, `Hatch`, `TextDot`. */
function kindOf({ ObjectType: kinds }: RhinoModule, { objectType }: GeometryBase): string {
  return Object.entries(kinds).find(([, kind]) => kind === objectType)?.[0] ?? 'Object';
}

/** Black is what a layer has whose colour nobody chose. */
function colourOf(object: RhinoObject, file: File3dm): Colour | undefined {
  const attributes = object.attributes() as unknown as {
    drawColor(file: File3dm): Readonly<Record<'r' | 'g' | 'b' | 'a', number>>;
  };
  const { r, g, b } = attributes.drawColor(file);
  return r + g + b === 0 ? undefined : [r / 255, g / 255, b / 255, 1];
}

/** As `toThreejsBuffers` answers, which its types leave open. */
interface Buffers {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly index: Uint32Array;
}

function meshesOf(reading: Reading, geometry: GeometryBase, placement: Placement): FoundMesh[] {
  const { rhino, budget } = reading;
  const shown = rhino.MeshType.Any;
  const found =
    geometry instanceof rhino.Mesh
      ? [geometry]
      : geometry instanceof rhino.Extrusion
        ? [geometry.getMesh(shown)]
        : geometry instanceof rhino.Brep
          ? facesOf(geometry).map((face) => face.getMesh(shown))
          : [];
  const buffers = found.flatMap((mesh) => {
    if (!(mesh as typeof mesh | null)) return [];
    if (mesh.vertexColors().count > 0) reading.notShown.add('VertexColor');
    return [mesh.toThreejsBuffers(false) as Buffers];
  });
  return buffers.map(({ position, index }) => {
    budget.spend('triangles', index.length / 3);
    const isFace = geometry instanceof rhino.Brep;
    return {
      positions: placedPoints(position, placement, reading.mmPerUnit),
      indices: Uint32Array.from(index),
      ...(isFace ? { faceCount: 1 } : {}),
    };
  });
}

function facesOf(brep: Brep) {
  const faces = brep.faces();
  return Array.from({ length: faces.count }, (_, index) => faces.get(index));
}

function wiresOf({ rhino, budget, mmPerUnit }: Reading, geometry: GeometryBase, placement: Placement): Float64Array[] {
  const curves: Curve[] = geometry instanceof rhino.Curve ? [geometry] : [];
  if (geometry instanceof rhino.Brep) {
    const edges = geometry.edges();
    for (let index = 0; index < edges.count; index += 1) curves.push(edges.get(index));
  }
  return curves.map((curve) => {
    const [start = 0, end = 1] = curve.domain;
    const pieces = curve.isLinear() ? 1 : curvePieces;
    budget.spend('points', pieces + 1);
    const points = Array.from({ length: pieces + 1 }, (_, piece) =>
      curve.pointAt(start + ((end - start) * piece) / pieces),
    );
    return placedPoints(Float64Array.from(points.flat()), placement, mmPerUnit);
  });
}

/** A point, or those of a cloud: one after the other, as a list of all of them would not fit into the memory. */
function dotsOf({ rhino, budget, mmPerUnit }: Reading, geometry: GeometryBase, placement: Placement) {
  if (!(geometry instanceof rhino.Point || geometry instanceof rhino.PointCloud)) return undefined;
  const count = geometry instanceof rhino.Point ? 1 : geometry.count;
  budget.spend('points', count);
  const points = new Float64Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    points.set(geometry instanceof rhino.Point ? geometry.location : geometry.pointAt(at), at * 3);
  }
  return count === 0 ? undefined : placedPoints(points, placement, mmPerUnit);
}

function placedPoints(points: Float32Array | Float64Array, placement: Placement, mmPerUnit: number): Float64Array {
  const placed = Float64Array.from(points);
  for (let at = 0; at + 2 < placed.length; at += 3) {
    let [x = 0, y = 0, z = 0] = placed.subarray(at, at + 3);
    for (const matrix of placement) {
      const row = (index: number): number =>
        (matrix[index] ?? 0) * x +
        (matrix[index + 1] ?? 0) * y +
        (matrix[index + 2] ?? 0) * z +
        (matrix[index + 3] ?? 0);
      [x, y, z] = [row(0), row(4), row(8)];
    }
    placed.set([x * mmPerUnit, y * mmPerUnit, z * mmPerUnit], at);
  }
  return placed;
}
