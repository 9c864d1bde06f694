import { createRequire } from 'node:module';
import { AppError } from '../../../shared/errors/app-error.ts';
import { endsAsIges } from '../../cad/iges.ts';
import { endOfText, withoutMark } from '../../cad/text-ends.ts';
import type { Colour, ModelScene } from '../../../shared/rpc/scene.ts';
import { areCoordinates } from './coordinates.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import { placeModel, type FoundMesh, type FoundPart } from './place-meshes.ts';
import type { ShapeBudget, ShapeReader } from './shape-source.ts';
import { authorIn } from './step-header.ts';
import { undrawnInIges } from './undrawn-iges.ts';
import { undrawnInStep } from './undrawn-step.ts';

/** As occt-import-js answers; it comes without types. */
interface OcctMesh {
  readonly name: string;
  readonly color?: readonly [number, number, number];
  readonly brep_faces: readonly unknown[];
  readonly attributes: {
    readonly position: { readonly array: readonly number[] };
    readonly normal?: { readonly array: readonly number[] };
  };
  readonly index: { readonly array: readonly number[] };
}

interface OcctNode {
  readonly name: string;
  readonly meshes: readonly number[];
  readonly children: readonly OcctNode[];
}

interface OcctResult {
  readonly success: boolean;
  readonly root?: OcctNode;
  readonly meshes?: readonly OcctMesh[];
}

type Read = (content: Uint8Array, params: Readonly<Record<string, unknown>>) => OcctResult;
type Occt = Readonly<Record<'ReadStepFile' | 'ReadIgesFile', Read>>;

/**
 * How far triangles may be from a curved face. In millimetres and not by the size of the model: else a part would get
 * other triangles as soon as another one is moved.
 */
const triangulation = {
  linearUnit: 'millimeter',
  linearDeflectionType: 'absolute_value',
  linearDeflection: 0.25,
  angularDeflection: 0.35,
};

export const readStepShape: ShapeReader = async ({ bytes, budget }) => {
  const { ReadStepFile } = await loadOcct();
  const notShown = createNotShown();
  const text = bytes.toString('latin1');
  notShown.addDamaged('CARTESIAN_POINT', countUnreadPoints(text));
  for (const kind of undrawnInStep(text)) notShown.add(kind);
  return sceneOf(ReadStepFile(bytes, triangulation), { budget, notShown }, authorIn(bytes));
};

const pointStatement = /\bCARTESIAN_POINT\s*\(\s*(?:'[^']*'|\$)\s*,\s*\(([^()]*)\)/g;

/** Points without numbers: the library leaves out the solid, or only its face, and does not say so. */
function countUnreadPoints(text: string): number {
  let count = 0;
  for (const [, numbers = ''] of text.matchAll(pointStatement)) {
    if (!numbers.split(',').every((number) => Number.isFinite(Number(number)))) count += 1;
  }
  return count;
}

export const readIgesShape: ShapeReader = async ({ bytes: all, budget }) => {
  const bytes = withoutMark(all);
  // What came before the break would be read as if it were all.
  if (!endsAsIges(endOfText(bytes))) throw new AppError('look-unreadable', { detail: 'It breaks off before its end.' });
  const { ReadIgesFile } = await loadOcct();
  const notShown = createNotShown();
  for (const kind of undrawnInIges(bytes.toString('latin1'))) notShown.add(kind);
  return sceneOf(ReadIgesFile(bytes, triangulation), { budget, notShown }, undefined);
};

function loadOcct(): Promise<Occt> {
  // It finds its WebAssembly next to itself, as a file that may be replaced (LGPL).
  const load = createRequire(import.meta.url)('occt-import-js') as () => Promise<Occt>;
  return load();
}

interface Reading {
  readonly budget: ShapeBudget;
  readonly notShown: NotShown;
}

function sceneOf(result: OcctResult, { budget, notShown }: Reading, author: string | undefined): ModelScene {
  const { success, root, meshes = [] } = result;
  if (!success || !root) throw new AppError('look-unreadable', { detail: 'Its shapes do not make sense.' });
  for (const { index } of meshes) budget.spend('triangles', index.array.length / 3);
  return placeModel(partOf(root, withoutTorn(meshes, notShown), budget), { unit: 'mm', author }, notShown);
}

/** A boundary representation, as both formats have them: nothing says which of their kinds a mesh comes from. */
const kind = 'BREP';

/**
 * A solid that stands in several places is nowhere in some of them, and only out of shape in the others: all that have its
 * name are left out.
 */
function withoutTorn(meshes: readonly OcctMesh[], notShown: NotShown): readonly OcctMesh[] {
  const isNowhere = ({ attributes: { position } }: OcctMesh): boolean => !areCoordinates(position.array);
  const torn = new Set(meshes.filter(isNowhere).map(({ name }) => name));
  return meshes.map((mesh) => {
    if (torn.has(mesh.name)) notShown.addDamaged(kind);
    // Of this one nobody could make triangles.
    else if (mesh.index.array.length === 0) notShown.add(kind);
    return torn.has(mesh.name) ? { ...mesh, attributes: { position: { array: [] } }, index: { array: [] } } : mesh;
  });
}

function partOf(node: OcctNode, meshes: readonly OcctMesh[], budget: ShapeBudget): FoundPart {
  budget.spend('parts', 1);
  const solids = node.meshes.flatMap((index) => meshes[index] ?? []);
  const children = node.children.map((child) => partOf(child, meshes, budget));
  const [only] = solids;
  // A product of one solid is one part, by the product's name.
  if (only && solids.length === 1 && children.length === 0) {
    return { name: node.name === '' ? only.name : node.name, meshes: meshesOf(only), children };
  }
  budget.spend('parts', solids.length);
  const solidParts = solids.map((solid) => ({ name: solid.name, meshes: meshesOf(solid), children: [] }));
  return { name: node.name, meshes: [], children: [...solidParts, ...children] };
}

function meshesOf({ attributes: { position, normal }, index, color, brep_faces }: OcctMesh): FoundMesh[] {
  if (index.array.length === 0) return [];
  const mesh = {
    positions: Float64Array.from(position.array),
    normals: normal && Float32Array.from(normal.array),
    indices: Uint32Array.from(index.array),
    colour: color && colourOf(color),
    faceCount: brep_faces.length,
  };
  return [mesh];
}

/** OpenCASCADE has amounts of light, pictures what the eye sees (sRGB). */
function colourOf([red, green, blue]: readonly [number, number, number]): Colour {
  const seen = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  return [seen(red), seen(green), seen(blue), 1];
}
