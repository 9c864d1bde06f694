import { extensionOf } from '../../shared/model/cad-kind.ts';

/** The formats whose shapes can be read without the program they come from. */
export type ShapeFormat = 'step' | 'iges' | 'ifc' | 'stl' | 'obj' | '3dm' | 'dxf';

const formatByExtension: Readonly<Record<string, ShapeFormat>> = {
  step: 'step',
  stp: 'step',
  iges: 'iges',
  igs: 'iges',
  ifc: 'ifc',
  ifczip: 'ifc',
  stl: 'stl',
  obj: 'obj',
  '3dm': '3dm',
  dxf: 'dxf',
};

/** The shape format of a file name, or `undefined` where only its program can draw the file. */
export function shapeFormatOf(fileName: string): ShapeFormat | undefined {
  const extension = extensionOf(fileName);
  return Object.hasOwn(formatByExtension, extension) ? formatByExtension[extension] : undefined;
}
