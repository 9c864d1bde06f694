import { looksOf } from './example-pictures.ts';
import { parseVersion } from '../../../shared/model/version.ts';
import type { FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import { releaseStepOf } from '../../../shared/rpc/release-step.ts';

/** Files as a designer of building services has them: varied classes, kinds, states and lengths of name. */

export const exampleNow = Date.now();
const minute = 60_000;
const day = 86_400_000;

interface ClassRow {
  readonly code: string;
  readonly version: string;
  readonly name: string;
  readonly modelling: string;
}

const classRows: readonly ClassRow[] = [
  { code: 'EC011524', version: '3', name: 'Radiator, panel', modelling: 'MC000123' },
  { code: 'EC011491', version: '5', name: 'Circulation pump', modelling: 'MC000071' },
  { code: 'EC010231', version: '2', name: 'Ball valve', modelling: 'MC000040' },
  { code: 'EC001764', version: '8', name: 'Luminaire, recessed', modelling: 'MC000310' },
  { code: 'EC002070', version: '6', name: 'Air terminal device', modelling: 'MC000205' },
  { code: 'EC011578', version: '4', name: 'Washbasin', modelling: 'MC000160' },
  { code: 'EC010197', version: '3', name: 'Pipe clamp', modelling: 'MC000018' },
  { code: 'EC000996', version: '9', name: 'Cable tray', modelling: 'MC000402' },
  { code: 'EC011398', version: '2', name: 'Heat pump, air/water', modelling: 'MC000099' },
  { code: 'EC010540', version: '1', name: 'Fire damper with thermal release, rectangular', modelling: 'MC000221' },
  { code: 'EC011636', version: '2', name: 'Shower drain', modelling: 'MC000167' },
  { code: 'EC003025', version: '4', name: 'Distribution board', modelling: 'MC000377' },
];

type FileLine = readonly [
  classAt: number,
  path: string,
  program: string,
  state: FileState,
  version: string,
  more?: Partial<FileRecord>,
];

const fileLines: readonly FileLine[] = [
  [0, 'Radiators/Panel radiator type 22.rfa', 'Revit 2025', 'draft', '2.4'],
  [0, 'Radiators/Design radiator vertical.rfa', 'Revit 2025', 'upToDate', '3.0'],
  [
    0,
    'Radiators/Radiator symbol plan view, long name that is cut.dwg',
    'AutoCAD 2018',
    'uploading',
    '',
    { progress: 0.62 },
  ],
  [0, 'Radiators/Panel radiator generic.ifc', 'IFC 4', 'needsYou', '1.2', { error: { code: 'license-code-rejected' } }],
  [0, 'Radiators/Panel radiator type 11.nl.rfa', 'Revit 2025', 'upToDate', '1.0', { languageCode: 'nl' }],
  [1, 'Pumps/Pump flanged DN50.rfa', 'Revit 2024', 'upToDate', '5.0'],
  [1, 'Pumps/Pump screwed DN25.step', '', 'openElsewhere', '2.1', { error: { code: 'file-in-use' } }],
  [1, 'Pumps/Pump set twin head.rfa', 'Revit 2025', 'conflict', '4.3', { theirVersion: '4.4' }],
  [1, 'Pumps/Pump symbol.dxf', '', 'upToDate', '2.0'],
  [
    2,
    'Valves/Ball valve DN15 to DN50 with lever handle, brass, screwed, PN40, for drinking water.rfa',
    'Revit 2025',
    'draft',
    '0.3',
  ],
  [2, 'Valves/Ball valve flanged.sldprt', 'SolidWorks 2024', 'upToDate', '1.0'],
  [2, 'Valves/Ball valve three way.ipt', 'Inventor 2025', 'waiting', '1.4'],
  [2, 'Valves/Ball valve plan.dwg', 'AutoCAD 2018', 'upToDate', '7.0'],
  [3, 'Lighting/Downlight 150.rfa', 'Revit 2025', 'upToDate', '2.0'],
  [3, 'Lighting/Downlight 200 emergency.rfa', 'Revit 2025', 'downloading', '2.0', { progress: 0.28 }],
  [3, 'Lighting/Downlight mesh.stl', '', 'upToDate', '1.0'],
  [3, 'Lighting/Linear recessed 1200.rfa', 'Revit 2025', 'settling', '1.1'],
  [4, 'Air/Swirl diffuser 600.rfa', 'Revit 2024', 'upToDate', '4.0'],
  [4, 'Air/Slot diffuser 2 slots.rfa', 'Revit 2024', 'upToDate', '4.0'],
  [4, 'Air/Valve exhaust 125.3dm', 'Rhino 8', 'draft', '1.1'],
  [5, 'Sanitary/Washbasin 600.rfa', 'Revit 2025', 'upToDate', '6.0'],
  [5, 'Sanitary/Washbasin 600 copy.rfa', 'Revit 2025', 'doublyClaimed', ''],
  [5, 'Sanitary/Corner washbasin.skp', 'SketchUp 2024', 'upToDate', '1.0'],
  [5, 'Sanitary/Washbasin countertop.rfa', 'Revit 2025', 'upToDate', '2.0'],
  [6, 'Supports/Pipe clamp M8.fcstd', 'FreeCAD 1.0', 'upToDate', '1.0'],
  [6, 'Supports/Pipe clamp double.step', '', 'upToDate', '1.0'],
  [6, 'Supports/Pipe clamp insulated.rfa', 'Revit 2025', 'removedHere', '2.0'],
  [7, 'Electrical/Cable tray 300 perforated.rfa', 'Revit 2025', 'upToDate', '3.0'],
  [7, 'Electrical/Cable tray bend 90.rfa', 'Revit 2025', 'upToDate', '3.0'],
  [7, 'Electrical/Cable tray tee.rfa', 'Revit 2025', 'upToDate', '3.0'],
  [7, 'Electrical/Cable ladder 400.rfa', 'Revit 2025', 'draft', '3.2'],
  [8, 'Heat pumps/Heat pump outdoor unit 8 kW.rfa', 'Revit 2025', 'uploading', '1.3', { progress: 0.07 }],
  [8, 'Heat pumps/Heat pump outdoor unit 12 kW.rfa', 'Revit 2025', 'waiting', '1.1'],
  [8, 'Heat pumps/Plant room example.rvt', 'Revit 2025', 'upToDate', '1.0'],
  [9, 'Fire/Fire damper 400x300.rfa', 'Revit 2025', 'upToDate', '2.0'],
  [
    9,
    'Fire/Fire damper round 250.rfa',
    'Revit 2025',
    'needsYou',
    '1.0',
    { error: { code: 'body-too-large', detail: 'The file has 2.4 GB, the service accepts 2 GB.' } },
  ],
  [10, 'Sanitary/Shower drain 900.rfa', 'Revit 2025', 'upToDate', '1.0'],
  [10, 'Sanitary/Shower drain corner.rfa', 'Revit 2025', 'draft', '1.2'],
  [11, 'Electrical/Distribution board 24 modules.rfa', 'Revit 2025', 'upToDate', '4.0'],
  [11, 'Electrical/Distribution board 48 modules.dwg', 'AutoCAD 2018', 'upToDate', '4.0'],
  [-1, 'Incoming/New valve from supplier.rfa', 'Revit 2025', 'unassigned', ''],
  [-1, 'Incoming/IMG_export_final_FINAL (2).dwg', 'AutoCAD 2018', 'unassigned', ''],
  [-1, 'Incoming/Bracket.step', '', 'unassigned', ''],
];

/** The files of the two example libraries, ordered as the engine orders them: by class, then by name. */
export function exampleFiles(): FileRecord[] {
  return fileLines.map(toRecord);
}

/** As many files as asked for, over classes of very different sizes. */
export function manyFiles(count: number): FileRecord[] {
  const examples = exampleFiles();
  const perClass = Math.ceil(count / 500);
  return Array.from({ length: count }, (_, place) => {
    const example = examples[place % examples.length];
    if (!example) throw new RangeError('There are no example files.');
    const classAt = Math.floor(place / perClass);
    return {
      ...(place % 7 === 0 ? asDraft(example) : asInStep(example)),
      fileId: `many-${place}`,
      name: `Part ${String(place).padStart(6, '0')}.${example.kind}`,
      path: `Class ${classAt}/Part ${place}.${example.kind}`,
      etimClassCode: `EC${String(10_000 + classAt).padStart(6, '0')}`,
      className: `Class number ${classAt}`,
    };
  });
}

/** The same file, with a draft on the service that can be published: the version that it has, or a first one. */
export function asDraft(file: FileRecord) {
  const draft = parseVersion(file.version ?? '') ?? { major: 0, minor: 1 };
  return { ...file, state: 'draft', release: undefined, isPublishable: true, toRelease: releaseStepOf(draft) } as const;
}

/** The same file, with nothing of it to be published. */
export function asInStep(file: FileRecord) {
  return { ...file, state: 'upToDate', isPublishable: false, toRelease: undefined } as const;
}

const publishable: ReadonlySet<FileState> = new Set(['draft', 'waiting', 'uploading']);

function toRecord([classAt, path, program, state, version, more]: FileLine, place: number): FileRecord {
  const row = classRows[classAt];
  const name = path.split('/').at(-1) ?? path;
  const kind = name.split('.').at(-1) ?? '';
  const record: FileRecord = {
    fileId: `file-${place + 1}`,
    libraryId: kind === 'rfa' || kind === 'rvt' ? 'revit' : 'other',
    path,
    name,
    kind,
    ...(program === '' ? {} : { program }),
    sha256: looksOf(name),
    sizeBytes: 180_000 + ((place * 7_919_333) % 41_000_000),
    modifiedAtMs: exampleNow - (place % 4 === 0 ? place * 11 * minute : place * 3 * day),
    state,
    isPublishable: publishable.has(state),
    ...(version === '' ? {} : { version }),
    ...(row
      ? {
          key: `${program.split(' ')[0] || 'Revit'}/2025/${row.code}/${row.version}/${row.modelling}/1/Template${place}`,
          etimClassCode: row.code,
          etimClassVersion: row.version,
          className: row.name,
          modellingClassCode: row.modelling,
          modellingClassVersion: '1',
        }
      : {}),
    ...more,
  };
  return state === 'draft' ? asDraft(record) : record;
}
