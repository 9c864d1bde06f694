import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, type FormatFacts } from './cad-facts.ts';
import { readableName } from './readable-name.ts';

const headerBytes = 84;
const facetBytes = 50;
const tailBytes = 1024;

/** STL meshes: binary ones state their number of facets, textual ones close what they opened. */
export async function readStl(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(headerBytes);
  // A binary header may begin with "solid" too, so the size is asked first.
  if (head.length === headerBytes && file.sizeBytes === wholeSizeOf(head)) {
    return { ...programIn(head), whole: 'whole' };
  }
  if (/^\s*solid\b/.test(head.toString('latin1'))) {
    const tail = (await file.readTail(tailBytes)).toString('latin1');
    return { whole: /\bendsolid\b[^\n]*\s*$/.test(tail) ? 'whole' : 'incomplete' };
  }
  if (head.length < headerBytes || file.sizeBytes < wholeSizeOf(head))
    return { ...programIn(head), whole: 'incomplete' };
  return nothingKnown;
}

function wholeSizeOf(head: Buffer): number {
  return headerBytes + facetBytes * head.readUInt32LE(80);
}

function programIn(head: Buffer): { program?: string } {
  const program = readableName(/Exported from ([\w .-]+)/.exec(head.toString('latin1', 0, 80))?.[1]);
  return program === undefined ? {} : { program };
}
