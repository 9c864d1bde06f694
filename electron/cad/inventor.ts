import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { isOle2, readOle2Directory, type Ole2Directory } from './ole2-directory.ts';

const propertyBytes = 16 * 1024;
const mostPropertySets = 16;

/** Inventor parts, assemblies and drawings: one of the property sets names the version, besides the user's paths. */
export async function readInventor(file: BoundedFile): Promise<FormatFacts> {
  if (!isOle2(await file.readHead(8))) return nothingKnown;
  const directory = await readOle2Directory(file);
  if (!directory) return { program: 'Inventor', whole: 'incomplete' };
  const version = await findVersion(directory);
  return {
    ...(version === undefined ? {} : { applicationVersion: version.split('.')[0] }),
    program: version === undefined ? 'Inventor' : `Inventor ${version}`,
    whole: wholeIf(directory.isWhole),
  };
}

/** Property sets are the streams whose name begins with the character 5; the rest of the name is a hash. */
async function findVersion(directory: Ole2Directory): Promise<string | undefined> {
  const sets = directory.entries.filter(({ name, kind }) => kind === 'stream' && name.startsWith('\u0005'));
  for (const set of sets.slice(0, mostPropertySets)) {
    const version = versionIn(await directory.readStreamStart(set, propertyBytes));
    if (version !== undefined) return version;
  }
  return undefined;
}

function versionIn(properties: Buffer): string | undefined {
  const form = /(?<!\d)(\d{1,4}(?:\.\d{1,2})?)(?:\.\d+)* \(Build \d/;
  return (form.exec(properties.toString('utf16le')) ?? form.exec(properties.toString('utf16le', 1)))?.[1];
}
