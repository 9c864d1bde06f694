import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { isOle2, readOle2Directory } from './ole2-directory.ts';

const infoBytes = 64 * 1024;

/**
 * Revit families, projects and templates. Only the four digits of the year leave the stream BasicFileInfo, which holds
 * the user's name and paths besides.
 */
export async function readRevit(file: BoundedFile): Promise<FormatFacts> {
  if (!isOle2(await file.readHead(8))) return nothingKnown;
  const directory = await readOle2Directory(file);
  if (!directory) return { program: 'Revit', whole: 'incomplete' };
  const entry = directory.entries.find(({ name, kind }) => kind === 'stream' && name === 'BasicFileInfo');
  const year = entry && yearIn(await directory.readStreamStart(entry, infoBytes));
  return factsOf('Revit', year, wholeIf(directory.isWhole));
}

/** The text starts at an even or an odd byte, depending on what stands before it. */
function yearIn(info: Buffer): string | undefined {
  const texts = [info.toString('utf16le'), info.toString('utf16le', 1)];
  // Labelled forms first: a path in the text may hold any of the words of the last form.
  const forms = [
    /\bFormat:\s*(20\d{2})\b/,
    /\bRevit Build:\s*Autodesk Revit(?: [A-Za-z]+)* (20\d{2})\b/,
    /\bAutodesk Revit(?: [A-Za-z]+)* (20\d{2}) \(Build/,
  ];
  for (const form of forms) {
    for (const text of texts) {
      const year = form.exec(text)?.[1];
      if (year !== undefined) return year;
    }
  }
  return undefined;
}
