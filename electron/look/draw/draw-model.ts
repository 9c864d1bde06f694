import { partsOf, pointsOfPart, type Colour, type ModelScene, type Part } from '../../../shared/rpc/scene.ts';
import { createCamera, type Camera } from './camera.ts';
import { createCanvas, oversampling, toPicture, type Canvas, type Picture } from './canvas.ts';
import { drawLine, type Pen } from './draw-lines.ts';
import { drawTriangles, layOver, type PlacedMesh } from './draw-triangles.ts';
import { featureEdges } from './feature-edges.ts';

/** A part and what it is painted with; without a colour, with its own. */
export interface PaintedPart {
  readonly part: Part;
  readonly colour?: Colour | undefined;
}

/** What has no colour in the file. */
const plain: Colour = [0.76, 0.8, 0.86, 1];
/** Of lines in space, which stand on any ground. */
const wireColour: Colour = [0.45, 0.5, 0.57, 1];
const edgeColour: Colour = [0.2, 0.24, 0.3, 1];
/** Edges of what can be seen through. */
const faintEdge: Colour = [0.45, 0.5, 0.57, 0.6];
const finestPicture = 512;
/** Lines lie in surfaces, and are seen all the same: so much nearer they count, in points of the canvas. */
const lift = 1.5;

/** Draws a model as the gallery shows it: from the front, the right and above. @param size of the square picture, in points */
export function drawModel({ root }: ModelScene, size: number): Picture {
  return drawParts(partsOf(root), size);
}

export function drawParts(parts: readonly PaintedPart[], size: number): Picture {
  const canvas = createCanvas(size);
  const shown = parts.flatMap(({ part }) => pointsOfPart(part).map((points) => ({ points, place: part.place })));
  const camera = createCamera(shown, size);
  const painted = parts.flatMap(({ part, colour }) =>
    part.meshes.map((mesh) => ({ mesh, place: part.place, colour: colour ?? mesh.colour ?? plain })),
  );
  const [solid, clear] = [
    painted.filter(({ colour }) => colour[3] === 1),
    painted.filter(({ colour }) => colour[3] < 1),
  ];
  const thickness = size > finestPicture ? oversampling : 1;
  drawMeshes(canvas, camera, solid, { colour: edgeColour, thickness, lift });
  drawWires(canvas, camera, parts);
  drawDots(canvas, camera, parts);
  if (clear.length > 0) {
    const glass = createCanvas(size);
    drawMeshes(glass, camera, clear, { colour: faintEdge, thickness, lift });
    layOver(canvas, glass);
  }
  return toPicture(canvas);
}

interface PaintedMesh extends PlacedMesh {
  readonly colour: Colour;
}

function drawMeshes(canvas: Canvas, camera: Camera, painted: readonly PaintedMesh[], pen: Pen): void {
  for (const { colour, ...placed } of painted) drawTriangles(canvas, camera, placed, colour);
  for (const { mesh, place } of painted) {
    const points = camera.project({ points: mesh.positions, place });
    const edges = featureEdges(mesh, camera);
    for (let at = 0; at + 1 < edges.length; at += 2) {
      const [from = 0, to = 0] = [edges[at], edges[at + 1]];
      drawLine(canvas, pen, points.subarray(from * 3, from * 3 + 3), points.subarray(to * 3, to * 3 + 3));
    }
  }
}

function drawWires(canvas: Canvas, camera: Camera, parts: readonly PaintedPart[]): void {
  for (const { part, colour } of parts) {
    const pen = { colour: colour ?? wireColour, thickness: oversampling, lift };
    for (const wire of part.wires) {
      const points = camera.project({ points: wire, place: part.place });
      for (let at = 0; at + 5 < points.length; at += 3) {
        drawLine(canvas, pen, points.subarray(at, at + 3), points.subarray(at + 3, at + 6));
      }
    }
  }
}

/** How wide a point is, in points of the picture. */
const dotWidth = 3;

function drawDots(canvas: Canvas, camera: Camera, parts: readonly PaintedPart[]): void {
  for (const { part, colour } of parts) {
    if (!part.dots) continue;
    const pen = { colour: colour ?? wireColour, thickness: dotWidth * oversampling, lift };
    const points = camera.project({ points: part.dots, place: part.place });
    for (let at = 0; at + 2 < points.length; at += 3) {
      const point = points.subarray(at, at + 3);
      drawLine(canvas, pen, point, point);
    }
  }
}
