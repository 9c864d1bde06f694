import { expect, test } from 'vitest';
import { kindWithVersion } from '../../../../renderer/features/library/kind-with-version.ts';

test.each([
  ['rfa', 'Revit 2025', 'RFA 2025'],
  ['ifc', 'IFC 4', 'IFC 4'],
  ['ifc', 'Some exporter 1', 'IFC'],
  ['dxf', 'AutoCAD 2018', 'DXF'],
  ['fcstd', 'FreeCAD 1.0.2', 'FCSTD 1.0.2'],
  ['step', undefined, 'STEP'],
  ['folder', undefined, 'Map'],
])('a %s file written by %s is called %s', (kind, program, expected) => {
  expect(kindWithVersion({ kind, program }, 'Map')).toBe(expected);
});
