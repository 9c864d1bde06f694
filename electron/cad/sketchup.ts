import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { findZipEnd } from './zip-directory.ts';

const startBytes = 128;
/** A text is FF FE FF, the number of its characters, and those in UTF-16. */
const title = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0x0e]), Buffer.from('SketchUp Model', 'utf16le')]);
/** Since version 13 a release is called by its year. */
const firstNamedByYear = 13;
const firstWithZipInside = 21;

/** SketchUp models. They end with no mark of their own before 2021, when they became a ZIP behind the header. */
export async function readSketchUp(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(startBytes);
  if (!head.subarray(0, title.length).equals(title)) return nothingKnown;
  const major = Number(/\{(\d{1,3})\.[\d.]*\}/.exec(head.toString('utf16le', title.length))?.[1]);
  if (!(major > 0)) return { whole: 'unknown' };
  const version = String(major >= firstNamedByYear ? 2000 + major : major);
  if (major < firstWithZipInside) return factsOf('SketchUp', version, 'unknown');
  return factsOf('SketchUp', version, wholeIf((await findZipEnd(file)) !== undefined));
}
