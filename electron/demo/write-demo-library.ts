import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { makeDemoProducts } from './catalogue.ts';
import type { DemoProduct } from './demo-class.ts';
import { generateDxf } from './generate/dxf.ts';
import { generateIfc } from './generate/ifc.ts';
import { generateStep } from './generate/step.ts';

type Extension = 'ifc' | 'step' | 'dxf';

interface DemoFile {
  /** Below the library's root, with forward slashes. */
  readonly path: string;
  readonly extension: Extension;
  readonly demoProduct: DemoProduct;
}

/** Formats take turns, so that the library has some of each. */
const formatsInTurn: readonly Extension[] = ['ifc', 'step', 'dxf'];
const languageEvery = 4;

/**
 * Saves a file where none stands, in a folder that may have to be made; it is seen there as a whole or not at all.
 * @throws AppError `place-taken`
 */
type SaveNew = (
  place: { readonly path: string; readonly mayReplace: false },
  bytes: AsyncIterable<Uint8Array>,
) => Promise<unknown>;

/**
 * Writes the demo library: for every class pair a file in a folder that names its classes, for some of them another
 * one in Dutch, and one file at the root that belongs to no class yet. Files that are there already stay as they are.
 * @param dir created where it does not exist
 * @throws what saving throws; what was saved before that is whole, and the rest comes with the next try
 */
export async function writeDemoLibrary(dir: string, save: SaveNew): Promise<void> {
  for (const file of planDemoLibrary()) {
    try {
      await save({ path: join(dir, ...file.path.split('/')), mayReplace: false }, bytesOf(file));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'place-taken')) throw error;
    }
  }
}

/** The files of the demo library, in the order in which they are written. */
export function planDemoLibrary(): readonly DemoFile[] {
  const products = makeDemoProducts();
  const firstOfPair = products.filter(
    (candidate, index) => products.findIndex(({ structure }) => structure === candidate.structure) === index,
  );
  const files = firstOfPair.flatMap((demoProduct, index): DemoFile[] => {
    const extension = formatsInTurn[index % formatsInTurn.length] ?? 'ifc';
    const folder = folderOf(demoProduct);
    const neutral = { path: `${folder}/${fileNameOf(demoProduct, 'en')}.${extension}`, extension, demoProduct };
    const dutch = { path: `${folder}/${fileNameOf(demoProduct, 'nl')}.nl.${extension}`, extension, demoProduct };
    return index % languageEvery === 0 ? [neutral, dutch] : [neutral];
  });
  const last = products.at(-1);
  const unassigned: DemoFile[] = last
    ? [{ path: 'Sketch from the site visit.dxf', extension: 'dxf', demoProduct: last }]
    : [];
  return [...files, ...unassigned];
}

function folderOf({ structure: { etimClass, modellingClass } }: DemoProduct): string {
  return `${etimClass.code}_v${etimClass.version}/${modellingClass.code}_v${modellingClass.version}`;
}

/** The class's name, without what follows a bracket or slash in it. */
function fileNameOf({ structure }: DemoProduct, language: 'en' | 'nl'): string {
  const name = structure.etimClass.descriptions[language] ?? structure.etimClass.code;
  return (name.split(/[/(]/)[0] ?? name).trim();
}

/** Made when they are wanted: where a file stands they are not. */
async function* bytesOf(file: DemoFile): AsyncGenerator<Uint8Array> {
  yield Buffer.from(contentOf(file));
}

function contentOf({ path, extension, demoProduct }: DemoFile): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  switch (extension) {
    case 'ifc':
      return generateIfc(demoProduct, name);
    case 'step':
      return generateStep(demoProduct, name);
    case 'dxf':
      return generateDxf(demoProduct);
  }
}
