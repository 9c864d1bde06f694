import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { readableName } from './readable-name.ts';
import { readEndOfText, withoutMark } from './text-ends.ts';

/** Of a binary file, up to its first facet. */
export const headerBytes = 84;
export const facetBytes = 50;

/** STL meshes: binary ones state their number of facets, textual ones close what they opened. */
export async function readStl(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(headerBytes);
  if (isBinaryStl(head, file.sizeBytes)) {
    const spare = file.sizeBytes - wholeSizeOf(head);
    if (spare >= facetBytes) return nothingKnown;
    return { ...programIn(head), whole: wholeIf(spare >= 0) };
  }
  if (!beginsAsText(head)) return { whole: 'incomplete' };
  return { whole: wholeIf(/\bendsolid\b[^\n]*$/i.test(await readEndOfText(file))) };
}

/**
 * Whether facets follow as bytes. A binary header may begin with "solid" too, so the size is asked first; a few bytes may
 * follow the last facet.
 * @param head the first `headerBytes` of the file
 */
export function isBinaryStl(head: Buffer, sizeBytes: number): boolean {
  if (head.length < headerBytes) return false;
  const spare = sizeBytes - wholeSizeOf(head);
  return (spare >= 0 && spare < facetBytes) || !beginsAsText(head);
}

const beginsAsText = (head: Buffer): boolean =>
  /^\s*solid\b/i.test(withoutMark(head.subarray(0, 80)).toString('latin1'));

function wholeSizeOf(head: Buffer): number {
  return headerBytes + facetBytes * head.readUInt32LE(80);
}

function programIn(head: Buffer): { program?: string } {
  const program = readableName(/Exported from ([\w .-]+)/.exec(head.toString('latin1', 0, 80))?.[1]);
  return program === undefined ? {} : { program };
}
