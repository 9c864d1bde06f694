/** What is in a file that a program writes: a whole drawing, the beginning of one, or something of the program's own. */
export type Content = 'saved' | 'begun' | 'own';

/** One thing a program does to the folder of its drawing. Names are below that folder; `#` stands for the save's number. */
export type SaveStep = { readonly atMs: number } & (
  | { readonly act: 'write'; readonly name: string; readonly content: Content }
  | { readonly act: 'rename'; readonly name: string; readonly to: string }
  | { readonly act: 'delete'; readonly name: string }
  /** Gives a file a date of years ago, as a copy keeps that of its original. */
  | { readonly act: 'date'; readonly name: string }
);

/** How a program was seen to save. */
export interface RecordedSave {
  readonly program: string;
  readonly drawing: string;
  /** Whether the format has an end mark, so that the beginning of a drawing can be told from a whole one. */
  readonly hasEndMark: boolean;
  /** What it leaves beside the drawing while it has it open, and takes away when it closes it. */
  readonly opens: readonly SaveStep[];
  readonly saves: readonly SaveStep[];
  readonly closes: readonly SaveStep[];
  /** After how many steps of a save a crash leaves the worst behind. */
  readonly worstAfter: number;
}

const write = (atMs: number, name: string, content: Content): SaveStep => ({ atMs, act: 'write', name, content });
const rename = (atMs: number, name: string, to: string): SaveStep => ({ atMs, act: 'rename', name, to });
const remove = (atMs: number, name: string): SaveStep => ({ atMs, act: 'delete', name });
const date = (atMs: number, name: string): SaveStep => ({ atMs, act: 'date', name });

export const recordedSaves: readonly RecordedSave[] = [
  {
    program: 'AutoCAD',
    drawing: 'plan.dwg',
    hasEndMark: true,
    opens: [write(0, 'plan.dwl', 'own'), write(5, 'plan.dwl2', 'own')],
    saves: [
      write(0, 'SAV1A2B.tmp', 'begun'),
      write(400, 'SAV1A2B.tmp', 'saved'),
      remove(700, 'plan.bak'),
      rename(710, 'plan.dwg', 'plan.bak'),
      rename(730, 'SAV1A2B.tmp', 'plan.dwg'),
    ],
    closes: [remove(0, 'plan.dwl2'), remove(5, 'plan.dwl')],
    worstAfter: 4,
  },
  {
    program: 'Revit',
    drawing: 'pump.rfa',
    hasEndMark: true,
    opens: [],
    saves: [
      rename(0, 'pump.rfa', 'pump.#.rfa'),
      ...Array.from({ length: 10 }, (_, part) => write(100 + part * 1_200, 'pump.rfa', 'begun')),
      write(12_100, 'pump.rfa', 'saved'),
    ],
    closes: [],
    worstAfter: 2,
  },
  {
    program: 'Revit with a project',
    drawing: 'office.rvt',
    hasEndMark: true,
    opens: [write(0, 'office_backup/users.dat', 'own'), write(0, 'Revit_temp/office.rvt', 'begun')],
    saves: [
      write(0, 'office_backup/office.rvt', 'own'),
      rename(300, 'office.rvt', 'office.#.rvt'),
      write(400, 'office.rvt', 'begun'),
      write(1_900, 'office.rvt', 'saved'),
    ],
    closes: [remove(0, 'Revit_temp/office.rvt')],
    worstAfter: 2,
  },
  {
    program: 'SolidWorks',
    drawing: 'valve.SLDPRT',
    hasEndMark: false,
    opens: [write(0, '~$valve.SLDPRT', 'own'), write(0, 'swxJRNL.swj', 'own')],
    saves: [
      write(0, 'valve.SLDPRT', 'begun'),
      write(600, 'valve.SLDPRT', 'begun'),
      write(1_300, 'valve.SLDPRT', 'saved'),
    ],
    closes: [remove(0, '~$valve.SLDPRT')],
    worstAfter: 2,
  },
  {
    program: 'SolidWorks with a backup beside the original',
    drawing: 'tap.SLDPRT',
    hasEndMark: false,
    opens: [write(0, '~$tap.SLDPRT', 'own')],
    saves: [
      write(0, 'Backup of tap.SLDPRT', 'saved'),
      write(400, 'tap.SLDPRT', 'begun'),
      write(1_100, 'tap.SLDPRT', 'saved'),
    ],
    closes: [remove(0, '~$tap.SLDPRT')],
    worstAfter: 2,
  },
  {
    program: 'Inventor',
    drawing: 'chair.ipt',
    hasEndMark: true,
    opens: [write(0, 'lockfile.lck', 'own')],
    saves: [
      write(0, 'chair.newVer.ipt', 'begun'),
      write(500, 'chair.newVer.ipt', 'saved'),
      rename(800, 'chair.ipt', 'OldVersions/chair.#.ipt'),
      rename(820, 'chair.newVer.ipt', 'chair.ipt'),
    ],
    closes: [remove(0, 'lockfile.lck')],
    worstAfter: 3,
  },
  {
    program: 'FreeCAD',
    drawing: 'door.FCStd',
    hasEndMark: true,
    opens: [],
    saves: [
      write(0, 'door.FCStd.1c9f3a52-7b1e-4e0a-9d1c-5f0f4a6f2b11', 'begun'),
      write(300, 'door.FCStd.1c9f3a52-7b1e-4e0a-9d1c-5f0f4a6f2b11', 'saved'),
      rename(500, 'door.FCStd', 'door.20260520-12#.FCBak'),
      rename(520, 'door.FCStd.1c9f3a52-7b1e-4e0a-9d1c-5f0f4a6f2b11', 'door.FCStd'),
    ],
    closes: [],
    worstAfter: 3,
  },
  {
    program: 'FreeCAD with numbered backups',
    drawing: 'window.FCStd',
    hasEndMark: true,
    opens: [],
    saves: [
      write(0, 'window.FCStd.2d0a4b63-8c2f-4f1b-8e2d-6a1a5b7a3c22', 'saved'),
      remove(200, 'window.FCStd1'),
      rename(210, 'window.FCStd', 'window.FCStd1'),
      rename(220, 'window.FCStd.2d0a4b63-8c2f-4f1b-8e2d-6a1a5b7a3c22', 'window.FCStd'),
    ],
    closes: [],
    worstAfter: 3,
  },
  {
    program: 'Rhino',
    drawing: 'lamp.3dm',
    hasEndMark: true,
    opens: [write(0, 'lamp.3dm.rhl', 'own')],
    saves: [
      remove(0, 'lamp.3dmbak'),
      rename(10, 'lamp.3dm', 'lamp.3dmbak'),
      write(1_200, 'lamp.3dm', 'begun'),
      write(2_500, 'lamp.3dm', 'saved'),
    ],
    closes: [remove(0, 'lamp.3dm.rhl')],
    worstAfter: 2,
  },
  {
    program: 'SketchUp',
    drawing: 'house.skp',
    hasEndMark: false,
    opens: [write(0, 'AutoSave_house.skp', 'own')],
    saves: [
      remove(0, 'house.skb'),
      rename(10, 'house.skp', 'house.skb'),
      write(40, 'house.skp', 'begun'),
      write(700, 'house.skp', 'saved'),
    ],
    closes: [remove(0, 'AutoSave_house.skp')],
    worstAfter: 2,
  },
  {
    program: 'SketchUp on macOS',
    drawing: 'roof.skp',
    hasEndMark: false,
    opens: [],
    saves: [
      remove(0, 'roof~.skp'),
      rename(10, 'roof.skp', 'roof~.skp'),
      write(40, 'roof.skp', 'saved'),
      write(45, '._roof.skp', 'own'),
    ],
    closes: [],
    worstAfter: 2,
  },
  {
    program: 'Archicad with its export',
    drawing: 'hall.ifc',
    hasEndMark: true,
    opens: [write(0, 'hall.pln.lck', 'own'), write(0, 'hall.pln', 'own')],
    saves: [
      rename(0, 'hall.pln', 'hall.bpn'),
      write(20, 'hall.pln', 'own'),
      write(600, 'hall.ifc', 'begun'),
      write(2_000, 'hall.ifc', 'saved'),
    ],
    closes: [remove(0, 'hall.pln.lck')],
    worstAfter: 3,
  },
  {
    program: 'Vectorworks with its export',
    drawing: 'stair.dxf',
    hasEndMark: true,
    opens: [],
    saves: [
      write(0, 'VW Backup/stair #.dxf', 'own'),
      write(400, 'stair.dxf', 'begun'),
      write(1_100, 'stair.dxf', 'saved'),
    ],
    closes: [],
    worstAfter: 2,
  },
  {
    program: 'a program that writes in place',
    drawing: 'part.step',
    hasEndMark: true,
    opens: [],
    saves: [write(0, 'part.step', 'begun'), write(900, 'part.step', 'begun'), write(1_700, 'part.step', 'saved')],
    closes: [],
    worstAfter: 1,
  },
  {
    program: 'a copy from a network drive that keeps its date',
    drawing: 'boiler.ifc',
    hasEndMark: true,
    opens: [],
    saves: [
      write(0, 'boiler.ifc', 'begun'),
      write(1_500, 'boiler.ifc', 'begun'),
      write(2_900, 'boiler.ifc', 'saved'),
      date(2_910, 'boiler.ifc'),
    ],
    closes: [],
    worstAfter: 2,
  },
  {
    program: 'a copy whose date is set before its bytes are there',
    drawing: 'stove.ifc',
    hasEndMark: true,
    opens: [],
    saves: [
      write(0, 'stove.ifc', 'begun'),
      date(5, 'stove.ifc'),
      write(1_500, 'stove.ifc', 'begun'),
      date(1_505, 'stove.ifc'),
      write(2_900, 'stove.ifc', 'saved'),
      date(2_905, 'stove.ifc'),
    ],
    closes: [],
    worstAfter: 2,
  },
];

/** The same steps, so much later. */
export function after(delayMs: number, steps: readonly SaveStep[]): SaveStep[] {
  return steps.map((step) => ({ ...step, atMs: step.atMs + delayMs }));
}

export function lastsMs(steps: readonly SaveStep[]): number {
  return Math.max(0, ...steps.map(({ atMs }) => atMs));
}

/** What a step does in the save of this number. */
export function numbered(step: SaveStep, save: number): SaveStep {
  const withNumber = (name: string): string => name.replace('#', String(save).padStart(4, '0'));
  if (step.act === 'rename') return { ...step, name: withNumber(step.name), to: withNumber(step.to) };
  return { ...step, name: withNumber(step.name) };
}
