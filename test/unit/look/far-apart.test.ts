import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { measureDistances } from '../../../electron/look/compare/surface-distance.ts';
import type { ShapeComparison } from '../../../shared/rpc/comparison.ts';
import { partsOf, type Point3 } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { editStatement } from './edit-statements.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';
import { shiftDxf } from './shift-dxf.ts';

const folder = useLookFolder();
const reading = createReadingHere();

async function compared(name: string, before: string, after: string): Promise<ShapeComparison> {
  const [one, other] = [folder.put(`before ${name}`, before), folder.put(`after ${name}`, after)];
  const { record } = await compareFiles(reading, of(one), of(other));
  if (!record.shapes) throw new Error(`They were not compared: ${record.problem?.detail ?? ''}`);
  return record.shapes;
}

const of = (path: string) => ({ path, fileName: basename(path) });

/** The millimetres by which each change moved something, to a thousandth. */
const moved = ({ changes }: ShapeComparison) =>
  changes.map(({ kind, motion }) => [kind, ...(motion?.by ?? []).map((way) => Math.round(way * 1000) / 1000)]);

/** Somewhere in the middle of the country, by its coordinates in millimetres (RD New). */
const [east, north] = [155_000_000, 463_000_000];

describe.skipIf(!hasSamples)('a model by the coordinates of its country', { timeout: 60_000 }, () => {
  const wall = hasSamples ? readSample('ifc/wall-with-opening-and-window.ifc').toString('latin1') : '';
  const window = (place: string, file = wall): string => editStatement(file, 105, '(0., 50., 0.)', place);
  const onSite = wall.replace(
    '#33 = IFCAXIS2PLACEMENT3D(#24, $, $);',
    `#33 = IFCAXIS2PLACEMENT3D(#99033, $, $);\n#99033 = IFCCARTESIANPOINT((${east}.5, ${north}.25, 0.));`,
  );

  it('is the same as at zero', async () => {
    const { before, after } = await compared('zero.ifc', wall, onSite);
    expect(after.volume).toBeCloseTo(before.volume ?? NaN, 3);
    for (const side of ['width', 'depth', 'height'] as const) expect(after.box[side]).toBeCloseTo(before.box[side], 3);
  });

  it('has a window found that moved by a millimetre', async () => {
    expect(moved(await compared('site.ifc', onSite, window('(1., 50., 0.)', onSite)))).toEqual([['moved', 1, 0, 0]]);
  });

  it('has one found that moved by a millimetre 5 km away from the rest', async () => {
    const [before, after] = [window('(5000000., 50., 0.)'), window('(5000001., 50., 0.)')];
    const shapes = await compared('apart.ifc', before, after);
    expect(moved(shapes)).toEqual([['moved', 1, 0, 0]]);
    expect(shapes.unchanged).toBe(1);
  });

  it('has distances measured there as here', async () => {
    const paths = ['(5000000., 50., 0.)', '(5000000., 53., 0.)'].map((place, at) =>
      folder.put(`distance ${at}.ifc`, window(place)),
    );
    const [before, after] = [await reading.read(paths[0] ?? ''), await reading.read(paths[1] ?? '')];
    expect(measureDistances(before, after).summary.greatest).toBeCloseTo(3, 3);
  });

  it('keeps the points of each part to a thousandth, wherever the part stands', async () => {
    const scene = await reading.read(folder.put('points.ifc', window('(5000000.123, 50., 0.)')));
    const parts = scene.kind === 'model' ? partsOf(scene.root) : [];
    const origin: Point3 = scene.kind === 'model' ? scene.origin : [0, 0, 0];
    const pane = parts.find(({ part }) => part.type === 'IfcWindow')?.part;
    const along = [...(pane?.meshes[0]?.positions ?? [])].filter((_, at) => at % 3 === 0);
    // The opening that the window stands in is 1,000 mm along the wall.
    expect(Math.min(...along) + (pane?.place[0] ?? NaN) + origin[0]).toBeCloseTo(5_001_000.123, 3);
  });
});

describe.skipIf(!hasSamples)('a drawing by the coordinates of its country', { timeout: 60_000 }, () => {
  const sample = hasSamples ? readSample('dxf/api-cw750-details.dxf').toString('utf8') : '';
  const there = shiftDxf(sample, (value, axis) => value + (axis === 0 ? east : north));

  it('has a line found that moved by a millimetre', async () => {
    const movedLine = '180A';
    const edited = shiftDxf(there, (value, axis, handle) => value + (handle === movedLine && axis === 0 ? 1 : 0));
    const shapes = await compared('lines.dxf', there, edited);
    expect(moved(shapes)).toEqual([['moved', 1, 0, 0]]);
    expect(shapes.unchanged).toBe(1_411);
  });

  it('has nothing found where its numbers were rounded only', async () => {
    const rounded = shiftDxf(there, (value) => Number(value.toFixed(5)));
    expect(rounded).not.toBe(there);
    expect(moved(await compared('rounded.dxf', there, rounded))).toEqual([]);
  });
});
