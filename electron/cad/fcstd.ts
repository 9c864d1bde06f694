import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, type FormatFacts } from './cad-facts.ts';
import { findZipEnd, findZipEntry, readZipEntryStart } from './zip-directory.ts';

/** The attribute stands on the document element, so a piece of the XML is enough. */
const documentStartBytes = 16 * 1024;

/** FreeCAD documents: a ZIP whose Document.xml names the program's version, absent in the oldest. */
export async function readFcstd(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(4);
  if (head.toString('latin1') !== 'PK\u0003\u0004') return nothingKnown;
  const end = await findZipEnd(file);
  if (!end) return { program: 'FreeCAD', whole: 'incomplete' };
  const entry = await findZipEntry(file, end, (name) => name === 'Document.xml');
  const xml = entry && (await readZipEntryStart(file, entry, documentStartBytes))?.toString();
  const version = /\bProgramVersion="(\d{1,4}\.\d{1,4})/.exec(xml ?? '')?.[1];
  return factsOf('FreeCAD', version, 'whole');
}
