import { describe, expect, it } from 'vitest';
import { companionForms, isCompanionName, lockOwnersOf } from '../../../shared/model/cad-companions.ts';

/** What the programs were seen to leave, a row per form; every form has to be met by one of them. */
const companions = [
  ['AutoCAD lock', 'Plan.dwl'],
  ['AutoCAD lock, second', 'Plan.DWL2'],
  ['AutoCAD backup', 'Plan.bak'],
  ['AutoCAD autosave', 'Plan_1_2345_6789.sv$'],
  ['AutoCAD temp', 'Plan_1_1_1.ac$'],
  ['AutoCAD temp while saving', 'SAV1234.tmp'],
  ['Revit backup', 'pump.0001.rfa'],
  ['Revit project backup', 'Office.0123.RVT'],
  ['Revit backup folder', 'Office_backup'],
  ['Revit temp folder', 'Revit_temp'],
  ['SolidWorks lock', '~$Valve.SLDPRT'],
  ['SolidWorks journal', 'swxJRNL.swj'],
  ['Inventor backup folder', 'OldVersions'],
  ['Inventor folder lock', 'lockfile.lck'],
  ['Inventor temp', 'Chair.newVer.ipt'],
  ['FreeCAD backup', 'door.FCStd1'],
  ['FreeCAD backup, later', 'door.FCStd12'],
  ['FreeCAD dated backup', 'door.20250101-101010.FCBak'],
  ['FreeCAD backup folder', 'freecad-backups'],
  ['Rhino lock', 'Lamp.3dm.rhl'],
  ['Rhino lock, old', 'Lamp.3dmrhl'],
  ['Rhino backup', 'Lamp.3dmbak'],
  ['Rhino backup of an export', 'Lamp.stpbak'],
  ['SketchUp backup', 'house.skb'],
  ['SketchUp backup on macOS', 'TestModel~.skp'],
  ['SketchUp autosave', 'AutoSave_house.skp'],
  ['Archicad lock', 'hall.pln.lck'],
  ['Archicad backup', 'hall.bpn'],
  ['Vectorworks backup folder', 'VW Backup'],
  ['office lock', '~$list.xlsx'],
  ['temp', 'download.tmp'],
  ['browser temp', 'pump.rfa.part'],
  ['Chrome temp', 'pump.rfa.crdownload'],
  ['macOS attributes', '._pump.rfa'],
  ['macOS folder state', '.DS_Store'],
  ['Windows pictures', 'Thumbs.db'],
  ['Windows folder state', 'desktop.ini'],
] as const;

const drawings = [
  'pump.rfa',
  'pump.001.rfa',
  'pump.00001.rfa',
  'pump.0001.dwg',
  'pump0001.rfa',
  'pump.v0001.rfa',
  '0001.rfa',
  'TestModel.skp',
  'Model~2.skp',
  'AutoSaved.skp',
  'pump_backup.rfa',
  '_backup',
  'OldVersions.dwg',
  'Old versions',
  'door.FCStd',
  'newVer.ipt',
  'backup.dwg',
  'bak.dwg',
  'part.step',
  'Lamp.3dm',
  'tmp.ifc',
  'desktop.dwg',
  'EC011022_v7',
];

describe('the name of a companion file', () => {
  it.each(companions)('of %s, %s, is told from drawings', (_what, name) => {
    expect(isCompanionName(name)).toBe(true);
  });

  it.each(drawings)('is not seen in %s', (name) => {
    expect(isCompanionName(name)).toBe(false);
  });

  it.each(companionForms)('of form $pattern is met by an example', ({ pattern }) => {
    expect(companions.some(([, name]) => pattern.test(name))).toBe(true);
  });
});

describe('a live lock', () => {
  it.each([
    ['Plan.dwl', 'Plan.dwg'],
    ['Plan.dwl2', 'Plan.dwg'],
    ['plan.DWL', 'Plan.dwg'],
    ['Title.dwl', 'Title.dwt'],
    ['~$Valve.SLDPRT', 'Valve.SLDPRT'],
    ['~$arm.sldasm', 'Arm.SLDASM'],
    ['Lamp.3dm.rhl', 'Lamp.3dm'],
    ['Lamp.3dmrhl', 'Lamp.3dm'],
    ['hall.pln.lck', 'hall.pln'],
  ])('%s holds %s open and nothing beside it', (lock, drawing) => {
    const names = ['other.dwg', 'other.3dm', 'Other.SLDPRT', lock, drawing];
    expect([...lockOwnersOf(names)]).toEqual([drawing]);
  });

  it('without its drawing in the folder holds nothing open', () => {
    expect(lockOwnersOf(['Plan.dwl', 'Plan.rfa']).size).toBe(0);
  });

  it('of a whole folder, as Inventor leaves it, names no drawing', () => {
    expect(lockOwnersOf(['lockfile.lck', 'Chair.ipt']).size).toBe(0);
  });

  it('is matched however the disk writes accents', () => {
    expect([...lockOwnersOf(['Cafe\u0301.dwl', 'Caf\u00e9.dwg'])]).toEqual(['Caf\u00e9.dwg']);
  });
});
