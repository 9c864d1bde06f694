/** The kinds of CAD file the product knows, by file name extension. */
export interface CadKind {
  readonly kind: string;
  readonly extensions: readonly string[];
  /** The program whose own format this is; neutral formats have none and take the library's application. */
  readonly application?: string;
  /** What the format is called in the window. */
  readonly label: string;
  /** Whether its extensions are spellings of one format: a program opens each, whichever of them it wrote. */
  readonly areSpellings?: true;
}

export const cadKinds: readonly CadKind[] = [
  { kind: 'rfa', extensions: ['rfa'], application: 'Revit', label: 'Revit family' },
  { kind: 'rvt', extensions: ['rvt', 'rte', 'rft'], application: 'Revit', label: 'Revit project' },
  { kind: 'dwg', extensions: ['dwg', 'dwt'], application: 'AutoCAD', label: 'AutoCAD drawing' },
  {
    kind: 'sldprt',
    extensions: ['sldprt', 'sldasm', 'slddrw'],
    application: 'SolidWorks',
    label: 'SolidWorks document',
  },
  { kind: 'ipt', extensions: ['ipt', 'iam', 'idw'], application: 'Inventor', label: 'Inventor document' },
  { kind: 'fcstd', extensions: ['fcstd'], application: 'FreeCAD', label: 'FreeCAD document' },
  { kind: '3dm', extensions: ['3dm'], application: 'Rhino', label: 'Rhino model' },
  { kind: 'skp', extensions: ['skp'], application: 'SketchUp', label: 'SketchUp model' },
  { kind: 'dxf', extensions: ['dxf'], label: 'DXF drawing' },
  { kind: 'ifc', extensions: ['ifc', 'ifczip'], label: 'IFC model' },
  { kind: 'step', extensions: ['step', 'stp'], label: 'STEP model', areSpellings: true },
  { kind: 'iges', extensions: ['igs', 'iges'], label: 'IGES model', areSpellings: true },
  { kind: 'stl', extensions: ['stl'], label: 'STL mesh' },
  // A version is one file: the materials and pictures that an OBJ names (.mtl) stay where they are.
  { kind: 'obj', extensions: ['obj'], label: 'OBJ mesh' },
];

/** Stands in place of a kind where a whole folder cannot take part. */
export const folderKind = 'folder';

const kindByExtension = new Map(
  cadKinds.flatMap((kind) => kind.extensions.map((extension) => [extension, kind] as const)),
);

/** The CAD kind of a file name, or `undefined` for a file that is no CAD file. */
export function cadKindOf(fileName: string): CadKind | undefined {
  return kindByExtension.get(extensionOf(fileName));
}

/** The extension without its dot, in lower case; empty where there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : '';
}

/** Whether files of these names are of one format; a name that says none stands for any. */
export function isSameFormat(one: string, other: string): boolean {
  const [kind, otherKind] = [cadKindOf(one), cadKindOf(other)];
  if (!kind || !otherKind || extensionOf(one) === extensionOf(other)) return true;
  return kind === otherKind && kind.areSpellings === true;
}
