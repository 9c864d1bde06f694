import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { createShapeReading, type ShapeReading } from '../../../electron/look/read-shape.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import type { ShapeChange } from '../../../shared/rpc/comparison.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { addStatements, editStatement, removeStatements } from './edit-statements.ts';
import { useLookFolder } from './look-folder.ts';

const folder = useLookFolder();
const named = (path: string) => ({ path, fileName: basename(path) });
const onDisk = createShapeReading();
const scenes = new Map<string, Promise<Scene>>();
/** Each sample is read once. */
const reading: ShapeReading = {
  read(path) {
    const scene = path.includes('after') || path.includes('again') ? onDisk.read(path) : scenes.get(path);
    const result = scene ?? onDisk.read(path);
    scenes.set(path, result);
    return result;
  },
};
const originals = new Map<string, string>();

/** Where a sample lies unchanged, as its program saved it. */
function original(sample: string): string {
  const path = originals.get(sample) ?? folder.put(sample.replace('/', ' '), readSample(sample));
  originals.set(sample, path);
  return path;
}

interface KnownEdit {
  readonly what: string;
  readonly sample: string;
  readonly edit: (text: string) => string;
  readonly changes: readonly Partial<ShapeChange>[];
  readonly summary: string;
}

const assembly = 'step/as1-oc-214.stp';
const door = 'step/Simple door.step';
const wall = 'ifc/wall-with-opening-and-window.ifc';
const building = 'ifc/LargeBuilding.ifc';
const windowName = 'Window for Test Example';
const desk = 'M_Desk:1525 x 762mm:356128';

const edits: readonly KnownEdit[] = [
  {
    what: 'a part of an assembly that moved by 30 mm',
    sample: assembly,
    edit: (text) => editStatement(text, 24, '(0.E+000,0.E+000,0.E+000)', '(0.E+000,30.,0.E+000)'),
    changes: [{ kind: 'moved', name: 'plate', motion: { by: near(0, 30, 0), turnedDegrees: 0 } }],
    summary: 'Depth 150 → 155 mm, “plate” moved by 30 mm',
  },
  {
    what: 'a part of an assembly that was turned by 90°',
    sample: assembly,
    edit: (text) => editStatement(text, 26, '(1.,0.E+000,0.E+000)', '(0.E+000,1.,0.E+000)'),
    changes: [{ kind: 'moved', name: 'plate', motion: { by: near(-165, 15, 0), turnedDegrees: near(90) } }],
    summary: '',
  },
  {
    what: 'a part of an assembly that was renamed',
    sample: assembly,
    edit: (text) => text.replace("PRODUCT('plate','plate'", "PRODUCT('base','base'"),
    changes: [{ kind: 'renamed', name: 'base', formerName: 'plate' }],
    summary: '“base” renamed, formerly “plate”',
  },
  {
    what: 'a part of an assembly that was deleted',
    sample: assembly,
    edit: (text) => removeStatements(text, [6200, 6207, 6208, 6209, 6210, 6211]),
    changes: [{ kind: 'removed', name: 'plate' }],
    summary: '',
  },
  {
    what: 'a part of an assembly that was added',
    sample: assembly,
    edit: (text) =>
      addStatements(
        text,
        `#90001 = CARTESIAN_POINT('',(0.E+000,0.E+000,-50.));
#90002 = AXIS2_PLACEMENT_3D('',#90001,#25,#26);
#90003 = CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#90004,#90006);
#90004 = ( REPRESENTATION_RELATIONSHIP('','',#3812,#10) REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#90005) SHAPE_REPRESENTATION_RELATIONSHIP() );
#90005 = ITEM_DEFINED_TRANSFORMATION('','',#11,#90002);
#90006 = PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',#90007);
#90007 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('90','plate_2','',#5,#6202,$);`,
      ),
    changes: [{ kind: 'added', name: 'plate' }],
    summary: 'Height 84 → 130 mm, “plate” added',
  },
  {
    what: 'a model that is ten times as large',
    sample: door,
    edit: (text) => text.replaceAll('SI_UNIT(.MILLI.,.METRE.)', 'SI_UNIT(.CENTI.,.METRE.)'),
    changes: [1, 2, 3, 4].map(() => ({ kind: 'scaled', factor: near(10) })),
    summary: 'Width 94 → 940 mm, depth 217 → 2,170 mm, height 18 → 180 mm, 4 parts scaled',
  },
  {
    what: 'a window that moved by 250 mm',
    sample: wall,
    edit: (text) => editStatement(text, 105, '(0., 50., 0.)', '(250., 50., 0.)'),
    changes: [{ kind: 'moved', name: windowName, motion: { by: near(250, 0, 0), turnedDegrees: 0 } }],
    summary: `“${windowName}” moved by 250 mm`,
  },
  {
    what: 'a window that was renamed',
    sample: wall,
    edit: (text) => editStatement(text, 102, windowName, 'North window'),
    changes: [{ kind: 'renamed', name: 'North window', formerName: windowName, type: 'IfcWindow' }],
    summary: `“North window” renamed, formerly “${windowName}”`,
  },
  {
    what: 'a window that was deleted',
    sample: wall,
    edit: (text) => removeStatements(text, [101, 102, 108, 112, 123]),
    changes: [{ kind: 'removed', name: windowName, type: 'IfcWindow' }],
    summary: `“${windowName}” removed`,
  },
  {
    what: 'a window that is half as large again',
    sample: wall,
    edit: (text) =>
      [
        [129, '(0., 200.)', '(0., 300.)'],
        [130, '(1000., 200.)', '(1500., 300.)'],
        [131, '(1000., 0.)', '(1500., 0.)'],
        [125, '1000.', '1500.'],
      ].reduce((edited, [number, from, to]) => editStatement(edited, Number(number), String(from), String(to)), text),
    changes: [{ kind: 'scaled', name: windowName, factor: near(1.5) }],
    summary: '',
  },
  {
    what: 'a wall that is longer',
    sample: wall,
    edit: (text) => editStatement(editStatement(text, 76, '3000.', '3600.'), 77, '3000.', '3600.'),
    changes: [{ kind: 'changed', name: 'Wall for Test Example' }],
    summary: 'Width 3,000 → 3,600 mm, “Wall for Test Example” changed, width 3,000 → 3,600 mm',
  },
  {
    what: 'one desk among 114 products that moved and was renamed',
    sample: building,
    edit: (text) =>
      editStatement(
        addStatements(
          editStatement(text, 23504, '#23503', '#990002'),
          '#990001= IFCCARTESIANPOINT((1000.,0.,0.));\n#990002= IFCAXIS2PLACEMENT3D(#990001,$,$);',
        ),
        23506,
        desk,
        'Desk by the door',
      ),
    changes: [{ kind: 'moved', name: 'Desk by the door', formerName: desk }],
    summary: '',
  },
];

/** Close enough to be the same for people. */
function near(value: number): number;
function near(...values: readonly [number, number, number]): [number, number, number];
function near(...values: readonly number[]): unknown {
  const close = values.map((value) => expect.closeTo(value, 2) as unknown);
  return close.length === 1 ? close[0] : close;
}

// To compile what reads STEP takes a while on a machine that does much else.
describe.skipIf(!hasSamples)('two versions of a real model', { timeout: 120_000 }, () => {
  it.each(edits)('tell of $what and of nothing else', async ({ sample, edit, changes, summary }) => {
    const text = readSample(sample).toString('latin1');
    const edited = edit(text);
    expect(edited).not.toBe(text);
    const after = folder.put(`after ${sample.replace('/', ' ')}`, edited);
    const { record } = await compareFiles(reading, named(original(sample)), named(after));
    expect(record.problem).toBeUndefined();
    expect(record.shapes?.changes).toEqual(changes.map((change) => expect.objectContaining(change) as unknown));
    const told = comparisonInWords(record, 'en', createFormats('en'));
    if (summary !== '') expect(told.summary).toBe(summary);
  });

  it.each([assembly, door, wall, building, '3dm/v4_MechPartB.3dm', 'stl/low_poly_benchy.stl', 'dxf/jinyi.dxf'])(
    'of %s that are saved again tell that nothing changed',
    async (sample) => {
      const bytes = readSample(sample);
      const name = sample.slice(sample.indexOf('/') + 1);
      const saved = /\.(step|stp|ifc)$/.test(name)
        ? Buffer.from(bytes.toString('latin1').replace(/(?<=FILE_NAME\s*\(\s*')[^']*/, 'saved again'), 'latin1')
        : bytes;
      const { record } = await compareFiles(
        reading,
        named(original(sample)),
        named(folder.put(`again ${name}`, saved)),
      );
      expect(record.shapes?.changes).toEqual([]);
      expect(record.shapes?.unchanged).toBeGreaterThan(0);
      const { summary } = comparisonInWords({ ...record, isSameFile: false }, 'en', createFormats('en'));
      // The building has rooms, of which nothing is drawn.
      const nothing = sample === building ? 'Nothing changed in what can be shown' : 'Nothing visible changed';
      expect(summary).toBe(nothing);
    },
  );
});
