import type { DemoProduct, Triple } from '../demo-class.ts';
import { solidsOf, type Solid } from './solids.ts';

/** A group of a DXF file: its code and value. */
type Group = readonly [code: number, value: string | number];

const outlineLayer = 'OUTLINE';
const connectionLayer = 'CONNECTIONS';
const textLayer = 'TEXT';

/** An R12 DXF (ASCII, millimetres) with the product's plan symbol: outline, axes, connections and its code. */
export function generateDxf(demoProduct: DemoProduct): string {
  const [body, ...stubs] = solidsOf(demoProduct);
  const outline = planOf(body);
  const height = Math.max(10, Math.min(outline.halfWidth, outline.halfDepth) / 4);
  const groups: Group[] = [
    ...headerOf(outline),
    ...layerTable(),
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...drawPlan(body, outlineLayer),
    ...axesOf(outline),
    ...stubs.flatMap((stub) => drawPlan(stub, connectionLayer)),
    ...textAt([outline.x - outline.halfWidth, outline.y - outline.halfDepth - 2 * height, 0], height, demoProduct),
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ];
  return groups.map(([code, value]) => `${String(code).padStart(3)}\r\n${formatted(code, value)}\r\n`).join('');
}

/** What a solid covers seen from above. */
interface Plan {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfDepth: number;
}

function planOf(solid: Solid): Plan {
  const [x, y] = solid.at;
  if (solid.kind === 'box') return { x, y, halfWidth: solid.size[0] / 2, halfDepth: solid.size[1] / 2 };
  const radius = solid.diameterMm / 2;
  const halfLength = Math.abs(solid.lengthMm) / 2;
  switch (solid.axis) {
    case 'x':
      return { x: x + solid.lengthMm / 2, y, halfWidth: halfLength, halfDepth: radius };
    case 'y':
      return { x, y: y + solid.lengthMm / 2, halfWidth: radius, halfDepth: halfLength };
    case 'z':
      return { x, y, halfWidth: radius, halfDepth: radius };
  }
}

function drawPlan(solid: Solid, layer: string): Group[] {
  const { x, y, halfWidth, halfDepth } = planOf(solid);
  if (solid.kind === 'cylinder' && solid.axis === 'z') {
    return [[0, 'CIRCLE'], [8, layer], ...pointAt([x, y, 0]), [40, halfWidth]];
  }
  const corners: Triple[] = [
    [x - halfWidth, y - halfDepth, 0],
    [x + halfWidth, y - halfDepth, 0],
    [x + halfWidth, y + halfDepth, 0],
    [x - halfWidth, y + halfDepth, 0],
  ];
  return corners.flatMap((from, index) => lineBetween(layer, from, corners[(index + 1) % corners.length] ?? from));
}

/** The two axes, a tenth longer than the outline. */
function axesOf({ x, y, halfWidth, halfDepth }: Plan): Group[] {
  return [
    ...lineBetween(textLayer, [x - halfWidth * 1.1, y, 0], [x + halfWidth * 1.1, y, 0]),
    ...lineBetween(textLayer, [x, y - halfDepth * 1.1, 0], [x, y + halfDepth * 1.1, 0]),
  ];
}

function lineBetween(layer: string, from: Triple, to: Triple): Group[] {
  return [[0, 'LINE'], [8, layer], ...pointAt(from), [11, to[0]], [21, to[1]], [31, to[2]]];
}

function textAt(at: Triple, height: number, { product }: DemoProduct): Group[] {
  return [[0, 'TEXT'], [8, textLayer], ...pointAt(at), [40, height], [1, product.productCode]];
}

function pointAt([x, y, z]: Triple): Group[] {
  return [
    [10, x],
    [20, y],
    [30, z],
  ];
}

function headerOf({ x, y, halfWidth, halfDepth }: Plan): Group[] {
  return [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [9, '$EXTMIN'],
    ...pointAt([x - halfWidth, y - halfDepth, 0]),
    [9, '$EXTMAX'],
    ...pointAt([x + halfWidth, y + halfDepth, 0]),
    [0, 'ENDSEC'],
  ];
}

function layerTable(): Group[] {
  const layers = [outlineLayer, connectionLayer, textLayer];
  return [
    [0, 'SECTION'],
    [2, 'TABLES'],
    [0, 'TABLE'],
    [2, 'LAYER'],
    [70, layers.length],
    ...layers.flatMap((layer, index): Group[] => [
      [0, 'LAYER'],
      [2, layer],
      [70, 0],
      [62, index + 1],
      [6, 'CONTINUOUS'],
    ]),
    [0, 'ENDTAB'],
    [0, 'ENDSEC'],
  ];
}

/** Codes 10 to 59 hold real numbers, which readers expect with a point. */
function formatted(code: number, value: string | number): string {
  if (typeof value === 'string') return value;
  const rounded = String(Math.round(value * 1e6) / 1e6);
  return code >= 10 && code < 60 && !rounded.includes('.') ? `${rounded}.0` : rounded;
}
