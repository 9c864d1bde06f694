import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  EdgesGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  LinearFilter,
  Mesh,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  SRGBColorSpace,
  type Material,
  type Object3D,
  type Texture,
} from 'three';
import { partsOf, type Colour, type Mesh as MeshRecord } from '../../../shared/rpc/scene.ts';
import { colourOfShare } from './distance-colours.ts';
import type { Shown } from './shown.ts';

/** What has no colour in the file. */
const plain: Colour = [0.76, 0.8, 0.86, 1];
/** Larger ones are shown without their edges, which take longer to find than all the rest. */
const edgedTriangles = 80_000;
const sharpDegrees = 28;

/** Lines and points of which nothing is said. */
const wireColour: Colour = [0.45, 0.5, 0.57, 1];
const dotPixels = 4;
const edgeMaterial = new LineBasicMaterial({ color: 0x1c232c, transparent: true, opacity: 0.55 });

/** A model as three.js draws it: a group for each part, in their order. */
export interface BuiltModel {
  readonly group: Group;
  readonly parts: readonly Group[];
  /** The surfaces of a part, which can be hit. */
  readonly surfacesOf: (part: Group) => readonly Mesh[];
  paint(shown: Shown): void;
  close(): void;
}

export function buildModel(shown: Shown): BuiltModel {
  const group = new Group();
  const materials = createMaterials();
  const placed = shown.scene.kind === 'model' ? partsOf(shown.scene.root) : [];
  const surfaces = new Map<Object3D, { readonly surface: Mesh; readonly record: MeshRecord }>();
  const parts = placed.map(({ part }) => {
    const built = new Group();
    built.position.set(...part.place);
    for (const record of part.meshes) {
      const surface = new Mesh(geometryOf(record));
      surfaces.set(surface, { surface, record });
      built.add(surface, ...edgesOf(surface, record));
    }
    for (const wire of part.wires) built.add(new Line(geometryThrough(wire)));
    if (part.dots) built.add(new Points(geometryThrough(part.dots)));
    group.add(built);
    return built;
  });

  return {
    group,
    parts,
    surfacesOf: ({ children }) => children.flatMap((child) => surfaces.get(child)?.surface ?? []),
    paint({ offset, hidden, colourOf, sharesOf, stepsBack }) {
      group.position.set(...offset);
      for (const [place, part] of parts.entries()) {
        part.visible = !hidden.has(place);
        for (const child of part.children) {
          const thin = colourOf?.(place) ?? wireColour;
          if (child instanceof Points) child.material = materials.ofDots(thin);
          else if (child instanceof Line && !(child instanceof LineSegments)) child.material = materials.ofLines(thin);
        }
        const painted = part.children.flatMap((child) => surfaces.get(child) ?? []);
        for (const [which, { surface, record }] of painted.entries()) {
          const shares = sharesOf?.(place, which);
          if (shares) surface.geometry.setAttribute('uv', onRampAt(shares));
          surface.material = shares
            ? materials.onRamp(!record.normals)
            : materials.of(colourOf?.(place) ?? record.colour ?? plain, !record.normals, stepsBack?.(place) ?? 0);
        }
      }
    },
    close() {
      group.traverse((child) => {
        if (child instanceof Mesh || child instanceof Line || child instanceof Points)
          (child.geometry as BufferGeometry).dispose();
      });
      materials.close();
    },
  };
}

/** Each material once. */
function createMaterials() {
  const made = new Map<string, Material>();
  const known = (name: string, make: () => Material): Material => {
    const material = made.get(name) ?? make();
    made.set(name, material);
    return material;
  };
  return {
    of: (colour: Colour, isFlat: boolean, stepsBack: number): Material =>
      known(JSON.stringify([colour, isFlat, stepsBack]), () => materialFrom(colour, isFlat, { stepsBack })),
    onRamp: (isFlat: boolean): Material =>
      known(`ramp ${isFlat}`, () => materialFrom([1, 1, 1, 1], isFlat, { map: rampTexture() })),
    ofLines: (colour: Colour): Material =>
      known(`lines ${colour.join()}`, () => new LineBasicMaterial(paintOf(colour))),
    ofDots: (colour: Colour): Material =>
      known(
        `dots ${colour.join()}`,
        () => new PointsMaterial({ ...paintOf(colour), size: dotPixels, sizeAttenuation: false }),
      ),
    close(): void {
      for (const material of made.values()) {
        if (material instanceof MeshLambertMaterial) material.map?.dispose();
        material.dispose();
      }
    },
  };
}

/** The ramp as a picture of one row: between two corners every colour of it is passed, and not a mixture of both ends. */
function rampTexture(): Texture {
  const steps = 256;
  const bytes = new Uint8Array(steps * 4);
  for (let step = 0; step < steps; step += 1) {
    const colour = colourOfShare(step / (steps - 1)).map((channel) => Math.round(channel * 255));
    bytes.set([...colour, 255], step * 4);
  }
  const texture = new DataTexture(bytes, steps, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

function onRampAt(shares: Float32Array): BufferAttribute {
  const places = new Float32Array(shares.length * 2).fill(0.5);
  for (const [corner, share] of shares.entries()) places[corner * 2] = share;
  return new BufferAttribute(places, 2);
}

function edgesOf({ geometry }: Mesh, { indices }: MeshRecord): LineSegments[] {
  if (indices.length / 3 > edgedTriangles) return [];
  return [new LineSegments(new EdgesGeometry(geometry, sharpDegrees), edgeMaterial)];
}

function geometryThrough(points: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
}

function geometryOf({ positions, normals, indices }: MeshRecord): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (normals) geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

function paintOf([red, green, blue, opacity]: Colour) {
  const color = new Color().setRGB(red, green, blue, SRGBColorSpace);
  return { color, ...(opacity < 1 ? { transparent: true, opacity, depthWrite: false } : {}) };
}

/** One step backwards is more than rounding makes, in the units of depth. */
const stepUnits = 4;

interface Finish {
  readonly map?: Texture;
  readonly stepsBack?: number;
}

function materialFrom(colour: Colour, isFlat: boolean, { map, stepsBack = 0 }: Finish): MeshLambertMaterial {
  return new MeshLambertMaterial({
    ...paintOf(colour),
    side: DoubleSide,
    flatShading: isFlat,
    ...(map ? { map } : {}),
    // Edges lie on their faces.
    ...{ polygonOffset: true, polygonOffsetFactor: 1 + stepsBack, polygonOffsetUnits: 1 + stepsBack * stepUnits },
  });
}
