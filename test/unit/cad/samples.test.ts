import { describe, expect, it } from 'vitest';
import type { CadFacts } from '../../../electron/cad/cad-facts.ts';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { createBytesFile } from './bytes-file.ts';
import { hasSamples, readSample } from './sample-files.ts';

function of(
  path: string,
  whole: CadFacts['whole'],
  program?: string,
  applicationVersion?: string,
): { path: string; facts: Partial<CadFacts> } {
  return {
    path,
    facts: {
      whole,
      ...(program === undefined ? {} : { program }),
      ...(applicationVersion === undefined ? {} : { applicationVersion }),
    },
  };
}

const samples = [
  of('dwg/R14.dwg', 'whole', 'AutoCAD R14 format', 'R14'),
  of('dwg/jinyi.dwg', 'whole', 'AutoCAD R14 format', 'R14'),
  of('dwg/sample_AC1015.dwg', 'whole', 'AutoCAD 2000 format', '2000'),
  of('dwg/sample_AC1018.dwg', 'whole', 'AutoCAD 2025', '2004'),
  of('dwg/sample_AC1024.dwg', 'whole', 'AutoCAD 2025', '2010'),
  of('dwg/sample_AC1027.dwg', 'whole', 'AutoCAD 2025', '2013'),
  of('dwg/sample_AC1032.dwg', 'whole', 'AutoCAD 2025', '2018'),
  of('dwg/export_sample.dwg', 'whole', 'AutoCAD 2025', '2018'),
  of('dxf/sample_AC1009_ascii.dxf', 'whole', 'DXF R12'),
  of('dxf/sample_AC1009_binary.dxf', 'whole', 'DXF R12'),
  of('dxf/BLOCKFLIPPARAMETER.dxf', 'whole', 'DXF 2018'),
  of('dxf/api-cw750-details.dxf', 'whole', 'DXF 2013'),
  of('dxf/jinyi.dxf', 'whole', 'DXF R14'),
  of('rfa/3dRoomTag.rfa', 'whole', 'Revit 2016', '2016'),
  of('rfa/SetoutPoint.rfa', 'whole', 'Revit 2017', '2017'),
  of('rfa/revit-docs_v20_family.rfa', 'whole', 'Revit 2020', '2020'),
  of('rvt/02-03_OfficeLayout.rvt', 'whole', 'Revit 2026', '2026'),
  of('solidworks/3_DOF_ARM_BASE.SLDPRT', 'unknown', 'SolidWorks 2018', '2018'),
  of('solidworks/4_WHEELER.SLDASM', 'unknown', 'SolidWorks 2018', '2018'),
  of('solidworks/Basic.SLDASM', 'whole', 'SolidWorks 2012', '2012'),
  of('inventor/Chair_Orientation.ipt', 'whole', 'Inventor 2019.1', '2019'),
  of('fcstd/AP3030S8_ConnectorSquare.FCStd', 'whole', 'FreeCAD 0.19', '0.19'),
  of('fcstd/DN15_FIG_130.FCStd', 'whole', 'FreeCAD 0.16', '0.16'),
  of('fcstd/Simple door.fcstd', 'whole', 'FreeCAD'),
  of('3dm/v1_five_solids.3dm', 'unknown', 'Rhino 1', '1'),
  of('3dm/v2_Lightbulb.3dm', 'whole', 'Rhino 2', '2'),
  of('3dm/v4_MechPartB.3dm', 'whole', 'Rhino 4', '4'),
  of('skp/skp-v6.skp', 'unknown', 'SketchUp 6', '6'),
  of('skp/2020.skp', 'unknown', 'SketchUp 2020', '2020'),
  of('skp/TestModel.skp', 'unknown', 'SketchUp 2015', '2015'),
  of('ifc/LargeBuilding.ifc', 'whole', 'Autodesk Revit 2021 (ENU)'),
  of('ifc/jinyi.ifc', 'whole', 'SketchUp Pro 2015'),
  of('ifc/wall-with-opening-and-window.ifc', 'whole', 'Test Application 0.10'),
  of('ifc/ROOT-kanaalplaatvloer.ifczip', 'whole', 'ArchiCAD-64 18.0.0'),
  of('step/DN15_FIG_130.step', 'whole', 'FreeCAD'),
  of('step/Sliding 2-panes window.step', 'whole', 'FreeCAD'),
  of('step/as1-oc-214.stp', 'whole', 'Open CASCADE 6.1'),
  of('stl/DN15_FIG_130.stl', 'whole'),
  of('stl/low_poly_benchy.stl', 'whole', 'Blender-3.1.0'),
];

describe.skipIf(!hasSamples)('a real CAD file', () => {
  it.each(samples)('$path says which program made it and that it is whole', async ({ path, facts }) => {
    const bytes = readSample(path);
    const { kind, ...found } = await inspectCadFile(createBytesFile(bytes), path, bytes.length);
    expect(kind).toBeTypeOf('string');
    expect(found).toEqual(facts);
  });

  const endMarked = samples.filter(({ facts }) => facts.whole === 'whole').map(({ path }) => path);
  it.each(endMarked)('%s no longer looks whole when its last part is missing', async (path) => {
    const bytes = readSample(path);
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    const { whole } = await inspectCadFile(createBytesFile(cut), path, cut.length);
    expect(whole).toBe('incomplete');
  });

  it.each(samples.map(({ path }) => path))('%s gives no path, user or author away', async (path) => {
    const bytes = readSample(path);
    const facts = await inspectCadFile(createBytesFile(bytes), path, bytes.length);
    expect(JSON.stringify(facts)).not.toMatch(/users|[\\/]home|pierso|alvaro|andre|@|\.\w{3}"|[\\]/i);
  });

  it('is read only in part when it is large', async () => {
    const bytes = readSample('rvt/02-03_OfficeLayout.rvt');
    const file = createBytesFile(bytes);
    await inspectCadFile(file, 'office.rvt', bytes.length);
    expect(file.bytesRead()).toBeLessThan(64 * 1024);
  });
});
