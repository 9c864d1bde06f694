import rhino3dm from 'rhino3dm';
import { describe, expect, it } from 'vitest';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { addStatements } from './edit-statements.ts';
import { igesBox } from './iges-box.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();

async function notShownIn(name: string, content: string | Uint8Array): Promise<readonly string[] | undefined> {
  return (await createReadingHere().read(folder.put(name, content))).notShown;
}

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n';

/** Of one facet. @param attribute the two bytes behind it */
function binaryStl(attribute: number): Buffer {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(1, 80);
  [0, 0, 0, 9, 0, 0, 0, 9, 0].forEach((value, at) => bytes.writeFloatLE(value, 84 + 12 + 4 * at));
  bytes.writeUInt16LE(attribute, 84 + 48);
  return bytes;
}

/** With a line beside its surfaces. @param status as its entry in the directory says it */
function igesWithLine(status: string): string {
  const lines = igesBox([10, 20, 30]).toString('latin1').trimEnd().split('\n');
  const [starts = [], globals = [], directory = [], parameters = []] = [...'SGDP'].map((section) =>
    lines.filter((line) => line[72] === section),
  );
  const line = (text: string, section: string, number: number): string =>
    `${text.padEnd(72)}${section}${String(number).padStart(7)}`;
  const fields = (...values: readonly (number | string)[]): string =>
    values.map((value) => String(value).padStart(8)).join('');
  const [entry, parameter] = [directory.length + 1, parameters.length + 1];
  directory.push(
    line(fields(110, parameter, 0, 0, 0, 0, 0, 0, status), 'D', entry),
    line(fields(110, 0, 0, 1, 0, '', '', 'LINE', 0), 'D', entry + 1),
  );
  parameters.push(line(`${'110,0.,0.,0.,50.,50.,50.;'.padEnd(64)}${fields(entry)}`, 'P', parameter));
  const counts = [1, globals.length, directory.length, parameters.length];
  const ends = counts.map((count, at) => `${'SGDP'[at]}${String(count).padStart(7)}`).join('');
  return `${[...starts, ...globals, ...directory, ...parameters, line(ends, 'T', 1)].join('\n')}\n`;
}

describe('what a file has and nobody draws is named:', () => {
  it('lines, points, splines, materials and colours in OBJ', async () => {
    const more = 'usemtl red\nl 1 2\np 1\ncurv 0 1 1 2 3\nsurf 0 1 0 1 1 2 3 4\nv 0 0 1 1 0 0\n';
    const kinds = ['curv', 'l', 'p', 'surf', 'usemtl', 'vertex colour'];
    expect(await notShownIn('more.obj', square + more)).toEqual(kinds);
    expect(await notShownIn('square.obj', square)).toBeUndefined();
  });

  it('colours of facets in STL', async () => {
    expect(await notShownIn('coloured.stl', binaryStl(0x1f))).toEqual(['attribute byte count']);
    expect(await notShownIn('plain.stl', binaryStl(0))).toBeUndefined();
  });

  it('colours of vertices in 3DM', async () => {
    const rhino = await rhino3dm();
    const bytesWith = (colours: number): Uint8Array => {
      const [file, mesh] = [new rhino.File3dm(), new rhino.Mesh()];
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
      ] as const)
        mesh.vertices().add(x, y, 0);
      mesh.faces().addTriFace(0, 1, 2);
      for (let at = 0; at < colours; at += 1) mesh.vertexColors().add(250, 0, 0);
      file.objects().addMesh(mesh, new rhino.ObjectAttributes());
      return file.toByteArray();
    };
    expect(await notShownIn('coloured.3dm', bytesWith(3))).toEqual(['VertexColor']);
    expect(await notShownIn('plain.3dm', bytesWith(0))).toBeUndefined();
  });

  it('lines in IGES that are to be seen, and no edges of surfaces', async () => {
    expect(await notShownIn('line.igs', igesWithLine('00000000'))).toEqual(['Line']);
    expect(await notShownIn('annotation.igs', igesWithLine('     100'))).toEqual(['Line']);
    expect(await notShownIn('edge.igs', igesWithLine('00010000'))).toBeUndefined();
    expect(await notShownIn('blanked.igs', igesWithLine('01000000'))).toBeUndefined();
    expect(await notShownIn('box.igs', igesBox([10, 20, 30]))).toBeUndefined();
  });

  it.skipIf(!hasSamples)('curves, points and endless surfaces in STEP, and no others', async () => {
    const valve = readSample('step/DN15_FIG_130.step').toString('latin1');
    const curves = `#90000=GEOMETRIC_CURVE_SET('wires',(#90001));
#90001=POLYLINE('p',(#90002,#90003));
#90002=CARTESIAN_POINT('',(0.,0.,0.));
#90003=CARTESIAN_POINT('',(9.,500.,0.));`;
    expect(await notShownIn('curves.step', addStatements(valve, curves))).toEqual(['GEOMETRIC_CURVE_SET']);
    expect(await notShownIn('valve.step', valve)).toBeUndefined();
    const set = (members: string): string =>
      addStatements(
        valve,
        `#90000=GEOMETRIC_SET('surfaces',(${members}));
#90001=RECTANGULAR_TRIMMED_SURFACE('',#90002,0.,500.,0.,500.,.T.,.T.);
#90002=PLANE('',#90003);
#90003=AXIS2_PLACEMENT_3D('',#90004,$,$);
#90004=CARTESIAN_POINT('',(0.,0.,0.));`,
      );
    expect(await notShownIn('surfaces.step', set('#90001'))).toBeUndefined();
    for (const members of ['#90001,#90004', '#90002'])
      expect(await notShownIn('others.step', set(members))).toEqual(['GEOMETRIC_SET']);
  });

  it.skipIf(!hasSamples)('products in IFC without triangles, but no openings and nothing without a shape', async () => {
    const wall = readSample('ifc/wall-with-opening-and-window.ifc').toString('latin1');
    const product = (type: string, rest: string, shape: string): string =>
      addStatements(
        wall,
        `#300= ${type}('1aaaaaaaaaaaaaaaaaaaaa', #2, 'Thing', $, $, #301, #302${rest});
#301= IFCLOCALPLACEMENT(#39, #47);
#302= IFCPRODUCTDEFINITIONSHAPE($, $, (#303));
#303= IFCSHAPEREPRESENTATION(#20, 'Body', 'Any', (#304));
#304= ${shape};`,
      );
    const curve = `IFCGEOMETRICCURVESET((#305));
#305= IFCPOLYLINE((#306, #307));
#306= IFCCARTESIANPOINT((0., 0., 0.));
#307= IFCCARTESIANPOINT((100., 9000., 0.))`;
    const box = `IFCEXTRUDEDAREASOLID(#305, #79, #27, 900.);
#305= IFCRECTANGLEPROFILEDEF(.AREA., $, $, 100., 200.)`;
    const annotation = product('IFCANNOTATION', '', curve);
    expect(await notShownIn('annotation.ifc', annotation)).toEqual(['IfcAnnotation']);
    const proxy = product('IFCBUILDINGELEMENTPROXY', ', $, $', 'IFCBOUNDINGBOX(#22, 100., 100., 100.)');
    expect(await notShownIn('proxy.ifc', proxy)).toEqual(['IfcBuildingElementProxy']);
    const space = product('IFCSPACE', ', $, .ELEMENT., .INTERNAL., $', box);
    expect(await notShownIn('space.ifc', space)).toEqual(['IfcSpace']);
    expect(await notShownIn('wall.ifc', wall)).toBeUndefined();
  });
});
