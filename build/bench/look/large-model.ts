import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import type { ModelScene } from '../../../shared/rpc/scene.ts';
import { median, type BenchRow } from '../bench-row.ts';

const [columns, rows] = [250, 100];
const targetMs = 300;

/** The picture that the gallery shows of a model of 50,000 triangles. */
export const largeModel: BenchRow = ({ runs }) => {
  const scene = wavyModel();
  const times = Array.from({ length: runs + 1 }, () => {
    const start = performance.now();
    drawScene(scene, 256);
    return performance.now() - start;
  });
  const ours = `${median(times.slice(1)).toFixed(0)} ms, the first ${times[0]?.toFixed(0)} ms`;
  return Promise.resolve([{ what: 'picture of 50,000 triangles', ours, peer: '', target: `≤ ${targetMs} ms` }]);
};

/** A surface of hills, of two triangles for each of its squares. */
function wavyModel(): ModelScene {
  const positions = new Float32Array((columns + 1) * (rows + 1) * 3);
  const indices: number[] = [];
  for (let at = 0; at < positions.length / 3; at += 1) {
    const [x, y] = [at % (columns + 1), Math.floor(at / (columns + 1))];
    positions.set([x, y, 8 * Math.sin(x / 9) * Math.cos(y / 7)], at * 3);
    if (x === columns || y === rows) continue;
    indices.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
  }
  const mesh = { positions, indices: Uint32Array.from(indices), faceCount: indices.length / 3 };
  const root = { name: 'hills', place: [0, 0, 0] as const, meshes: [mesh], wires: [], children: [] };
  const bounds = { min: [0, 0, -8], max: [columns, rows, 8] } as const;
  return { kind: 'model', unit: 'mm', origin: [0, 0, 0], root, bounds };
}
