import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, type FormatFacts } from './cad-facts.ts';
import { findZipEnd, isZip, readZipEntryStart } from './zip-directory.ts';

/** The attribute stands on the document element, so a piece of the XML is enough. */
const documentStartBytes = 16 * 1024;

/** FreeCAD documents: a ZIP whose Document.xml names the program's version, absent in the oldest. */
export async function readFcstd(file: BoundedFile): Promise<FormatFacts> {
  if (!isZip(await file.readHead(4))) return nothingKnown;
  const end = await findZipEnd(file);
  if (!end) return { program: 'FreeCAD', whole: 'incomplete' };
  const xml = await readZipEntryStart(file, end, (name) => name === 'Document.xml', documentStartBytes);
  const version = /\bProgramVersion="(\d{1,4}\.\d{1,4})/.exec(xml?.toString() ?? '')?.[1];
  return factsOf('FreeCAD', version, 'whole');
}
