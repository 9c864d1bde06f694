import {
  IfcAPI,
  IFCFEATUREELEMENTSUBTRACTION,
  IFCPRODUCT,
  IFCRELVOIDSELEMENT,
  LogLevel,
  type FlatMesh,
  type PlacedGeometry,
} from 'web-ifc';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isStepText } from '../../cad/step.ts';
import { areCoordinates } from './coordinates.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import { placeModel, type FoundMesh, type FoundPart } from './place-meshes.ts';
import type { ShapeBudget, ShapeReader } from './shape-source.ts';
import { authorIn, headBytes } from './step-header.ts';
import { unzipIfc } from './unzip-ifc.ts';

const mmPerMetre = 1000;
/** The mark of the end stands in them, whatever a program writes after it. */
const tailBytes = 4096;
/** A vertex is a point and a normal. */
const vertexNumbers = 6;

/** IFC models, bare or zipped: each product is a part, in the tree of site, building and storey. */
export const readIfcShape: ShapeReader = async ({ bytes, budget }) => {
  const text = await unzipIfc(bytes, budget.limits);
  if (!isStepText(text.toString('utf8', 0, headBytes)))
    throw new AppError('look-unreadable', { detail: 'It does not begin like an IFC model.' });
  // What came before the break would be read as if it were all.
  if (!/END-ISO-10303-21/.test(text.toString('latin1', Math.max(0, text.length - tailBytes))))
    throw new AppError('look-unreadable', { detail: 'It breaks off before its end.' });
  const api = new IfcAPI();
  await api.Init(undefined, true);
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = api.OpenModel(text);
  const reading: Reading = { api, model, budget, notShown: createNotShown() };
  const products = new Map<number, FoundPart>();
  api.StreamAllMeshes(model, (mesh) => {
    budget.spend('parts', 1);
    products.set(mesh.expressID, productOf(reading, mesh));
  });
  leaveOutUncut(reading, products);
  nameUndrawn(reading, products);
  const tree = await spatialTree(reading, products);
  // What stands in no storey is still to be seen.
  const root = { ...tree, children: [...tree.children, ...products.values()] };
  return placeModel(root, { unit: 'mm', author: authorIn(text) }, reading.notShown);
};

interface Reading {
  readonly api: IfcAPI;
  readonly model: number;
  readonly budget: ShapeBudget;
  readonly notShown: NotShown;
}

/** What the generated types of web-ifc leave open. */
interface Named {
  readonly constructor: { readonly name: string };
  readonly Name?: { readonly value?: unknown } | null;
  readonly GlobalId?: { readonly value?: unknown } | null;
  /** Of a product: its shape. */
  readonly Representation?: unknown;
}

function namesOf({ api, model }: Reading, expressId: number): Pick<FoundPart, 'name' | 'id' | 'type'> {
  const line = api.GetLine(model, expressId) as Named | undefined;
  return { name: textOf(line?.Name), id: textOf(line?.GlobalId) || undefined, type: line?.constructor.name };
}

const textOf = (value: { readonly value?: unknown } | null | undefined): string =>
  typeof value?.value === 'string' ? value.value.trim() : '';

function productOf(reading: Reading, flat: FlatMesh): FoundPart {
  const meshes = meshesOf(reading, flat).filter(({ indices }) => indices.length > 0);
  return { ...namesOf(reading, flat.expressID), meshes, children: [] };
}

interface Voiding {
  readonly RelatingBuildingElement?: { readonly value?: unknown } | null;
  readonly RelatedOpeningElement?: { readonly value?: unknown } | null;
}

/** What has an opening that is nowhere: the library cuts nothing out of it then, and says nothing. */
function leaveOutUncut(reading: Reading, products: Map<number, FoundPart>): void {
  const { api, model, notShown } = reading;
  const relations = api.GetLineIDsWithType(model, IFCRELVOIDSELEMENT);
  for (let index = 0; index < relations.size(); index += 1) {
    const relation = api.GetLine(model, relations.get(index)) as Voiding | undefined;
    const [element, opening] = [relation?.RelatingBuildingElement?.value, relation?.RelatedOpeningElement?.value];
    const product = typeof element === 'number' ? products.get(element) : undefined;
    if (!product || product.meshes.length === 0 || typeof opening !== 'number') continue;
    const points = meshesOf(reading, api.GetFlatMesh(model, opening)).map(({ positions }) => positions);
    if (points.every(areCoordinates)) continue;
    products.set(element as number, { ...product, meshes: [] });
    notShown.addDamaged(product.type ?? 'IfcProduct');
  }
}

/** Products with a shape of which the library makes no triangles: rooms, curves, boxes, and what it does not know. */
function nameUndrawn({ api, model, notShown }: Reading, products: ReadonlyMap<number, FoundPart>): void {
  const idsOf = (type: number): number[] => {
    const ids = api.GetLineIDsWithType(model, type, true);
    return Array.from({ length: ids.size() }, (_, index) => ids.get(index));
  };
  // An opening is seen in what it is cut out of.
  const openings = new Set(idsOf(IFCFEATUREELEMENTSUBTRACTION));
  for (const id of idsOf(IFCPRODUCT)) {
    if (openings.has(id) || (products.get(id)?.meshes.length ?? 0) > 0) continue;
    const line = api.GetLine(model, id) as Named | undefined;
    if (line?.Representation) notShown.add(line.constructor.name);
  }
}

function meshesOf(reading: Reading, { geometries }: FlatMesh): FoundMesh[] {
  return Array.from({ length: geometries.size() }, (_, index) => meshOf(reading, geometries.get(index)));
}

function meshOf({ api, model, budget }: Reading, placed: PlacedGeometry): FoundMesh {
  const geometry = api.GetGeometry(model, placed.geometryExpressID);
  try {
    budget.spend('triangles', geometry.GetIndexDataSize() / 3);
    const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    // A view into memory that grows: copied before anything else is asked.
    const indices = Uint32Array.from(api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()));
    const { x, y, z, w } = placed.color;
    return {
      ...placedVertices(vertices, placed.flatTransformation),
      // What is mirrored is seen from its inside, unless its corners are passed the other way round.
      indices: isMirroring(placed.flatTransformation) ? indices.toReversed() : indices,
      colour: [x, y, z, w],
    };
  } finally {
    geometry.delete();
  }
}

/** Whether the determinant of a placement is below zero. @param placement by columns of four */
function isMirroring(placement: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = placement;
  return a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g) < 0;
}

/** From metres with y up, as web-ifc places things for the screen, back to millimetres with z up. */
function placedVertices(vertices: Float32Array, placement: readonly number[]) {
  const count = Math.floor(vertices.length / vertexNumbers);
  const positions = new Float64Array(count * 3);
  const normals = new Float32Array(count * 3);
  const at = (index: number): number => placement[index] ?? 0;
  for (let vertex = 0; vertex < count; vertex += 1) {
    const [x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = vertices.subarray(vertex * vertexNumbers);
    const turned = (u: number, v: number, w: number, row: number): number =>
      at(row) * u + at(4 + row) * v + at(8 + row) * w;
    positions[vertex * 3] = mmPerMetre * (turned(x, y, z, 0) + at(12));
    positions[vertex * 3 + 1] = -mmPerMetre * (turned(x, y, z, 2) + at(14));
    positions[vertex * 3 + 2] = mmPerMetre * (turned(x, y, z, 1) + at(13));
    const normal = [turned(nx, ny, nz, 0), -turned(nx, ny, nz, 2), turned(nx, ny, nz, 1)] as const;
    const length = Math.hypot(...normal) || 1;
    normals.set(
      normal.map((value) => value / length),
      vertex * 3,
    );
  }
  return { positions, normals };
}

interface SpatialNode {
  readonly expressID: number;
  readonly children: readonly SpatialNode[];
}

/** The tree of the file; takes the products it places out of the map. */
async function spatialTree(reading: Reading, products: Map<number, FoundPart>): Promise<FoundPart> {
  const empty: FoundPart = { name: '', meshes: [], children: [] };
  const partOf = (node: SpatialNode): FoundPart | undefined => {
    const product = products.get(node.expressID);
    products.delete(node.expressID);
    const children = node.children.flatMap((child) => partOf(child) ?? []);
    // Rooms and groups without anything to see only make the tree long.
    if (!product && children.length === 0) return undefined;
    return { ...(product ?? { ...namesOf(reading, node.expressID), meshes: [] }), children };
  };
  const root = (await reading.api.properties.getSpatialStructure(reading.model, false)) as SpatialNode;
  return partOf(root) ?? empty;
}
