import { describe, expect, it } from 'vitest';
import {
  companionFormOf,
  companionForms,
  isCompanionFolder,
  isCompanionName,
} from '../../../shared/model/cad-companions.ts';

/** What the programs were seen to leave, a row per form; every form has to be met by one of them. */
const companions = [
  ['AutoCAD lock', 'Plan.dwl'],
  ['AutoCAD lock, second', 'Plan.DWL2'],
  ['AutoCAD backup', 'Plan.bak'],
  ['AutoCAD autosave', 'Plan_1_2345_6789.sv$'],
  ['AutoCAD temp', 'Plan_1_1_1.ac$'],
  ['AutoCAD temp while saving', 'SAV1234.tmp'],
  ['Revit backup', 'pump.0001.rfa'],
  ['Revit backup, after many saves', 'pump.1899.rfa'],
  ['Revit project backup', 'Office.0123.RVT'],
  ['Revit backup folder', 'Office_backup'],
  ['Revit temp folder', 'Revit_temp'],
  ['SolidWorks lock', '~$Valve.SLDPRT'],
  ['SolidWorks journal', 'swxJRNL.swj'],
  ['SolidWorks backup', 'Backup of Valve.SLDPRT'],
  ['SolidWorks backup of an assembly, the second', 'Backup (2) of Valve.SLDASM'],
  ['SolidWorks backup of a drawing', 'Backup of Valve.SLDDRW'],
  ['Inventor backup folder', 'OldVersions'],
  ['Inventor folder lock', 'lockfile.lck'],
  ['Inventor temp', 'Chair.newVer.ipt'],
  ['Inventor temp of an assembly', 'Table.NewVer.iam'],
  ['FreeCAD temp while saving', 'door.FCStd.1c9f3a52-7b1e-4e0a-9d1c-5f0f4a6f2b11'],
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

/** What systems and drives keep for themselves, a row per form. */
const keptFolders = [
  ['trash of macOS on a drive', '.Trashes'],
  ['trash of macOS', '.Trash'],
  ['half saved documents of macOS', '.TemporaryItems'],
  ['earlier states of documents of macOS', '.DocumentRevisions-V100'],
  ['trash of Windows', '$RECYCLE.BIN'],
  ['trash of Windows on its own drive', '$Recycle.Bin'],
  ['restore points of Windows', 'System Volume Information'],
  ['trash of Linux on a drive', '.Trash-1000'],
  ['what a check of a disk found', 'lost+found'],
  ['trash of Synology', '#recycle'],
  ['snapshots of Synology', '#snapshot'],
  ['pictures and attributes of Synology', '@eaDir'],
  ['trash of QNAP', '@Recycle'],
  ['snapshots of QNAP', '@Recently-Snapshot'],
  ['trash of Samba', '.recycle'],
  ['snapshots of NetApp, for NFS', '.snapshot'],
  ['snapshots of NetApp, for SMB', '~snapshot'],
  ['snapshots of Btrfs', '.snapshots'],
  ['snapshots of ZFS', '.zfs'],
  ['attributes of Netatalk', '.AppleDouble'],
  ['deleted files of Dropbox', '.dropbox.cache'],
  ['archive of Resilio Sync', '.sync'],
  ['saved and deleted files of GoodSync', '_gsdata_'],
  ['earlier versions of Syncthing', '.stversions'],
] as const;

/** Folders of people whose names are near to those. */
const ownFolders = [
  'Trash',
  'sync',
  'gsdata',
  'trashes',
  '.trashes',
  '.Trash-old',
  '.Trash-1000 of Anna',
  'Recycle',
  'recycle',
  '#recycled',
  '#Recycle',
  '@recycle',
  'RECYCLE.BIN',
  '$Recycle',
  'Snapshot',
  'snapshots',
  '~snapshots',
  'lost+found parts',
  'Lost and found',
  'System Volume',
  'zfs',
];

const drawings = [
  'pump.rfa',
  'Door 2024.rfa',
  'Door_2024.rfa',
  'Door.2024.rfa',
  'Hall.1998.rvt',
  'Door-0001.rfa',
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
  'Backup of pump.rfa',
  'Backup of.SLDPRT',
  'Backup valve.SLDPRT',
  'The Backup of valve.SLDPRT',
  'OldVersions.dwg',
  'Old versions',
  'door.FCStd',
  'newVer.ipt',
  'Chair.newVersion.ipt',
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
    expect(isCompanionName(name.toUpperCase())).toBe(true);
    expect(isCompanionName(name.toLowerCase())).toBe(true);
  });

  it.each(drawings)('is not seen in %s', (name) => {
    expect(isCompanionName(name)).toBe(false);
    expect(isCompanionName(name.toUpperCase())).toBe(false);
    expect(isCompanionName(name.toLowerCase())).toBe(false);
  });

  it.each(companionForms)('of form $pattern is met by an example', ({ pattern }) => {
    expect([...companions, ...keptFolders].some(([, name]) => pattern.test(name))).toBe(true);
  });
});

describe('a folder that a system or a drive keeps for itself', () => {
  it.each(keptFolders)(
    'for %s, %s, is told from those of people, and no file is passed over by that name',
    (_what, name) => {
      expect([isCompanionFolder(name), isCompanionName(name)]).toEqual([true, false]);
      expect([companionFormOf(name, 'folder')?.purpose, companionFormOf(name, 'file')]).toEqual(['folder', undefined]);
    },
  );

  it.each(ownFolders)('is not seen in %s', (name) => expect(isCompanionFolder(name)).toBe(false));
});
