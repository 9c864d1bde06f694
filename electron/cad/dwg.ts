import { isNewerFormat, releaseOfFormat, yearOfRegistryVersion } from './autocad-releases.ts';
import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts, type Wholeness } from './cad-facts.ts';
import { readableName } from './readable-name.ts';

const searchBytes = 256 * 1024;
/** From AC1018 on, the file ends with a copy of this part of its header. */
const headerCopy = { start: 0x80, end: 0xec };
const formatsWithHeaderCopy = new Set(['AC1018', 'AC1024', 'AC1027', 'AC1032']);
/** Ends the second header with which files before AC1018 close. */
const secondHeaderEnd = Buffer.from('2b84de31d76c6040acdbbff6edc355fe', 'hex');

/**
 * AutoCAD drawings: the format's year is the version, or its mark where it is newer than is known; which program wrote it
 * is a hint some of them carry.
 */
export async function readDwg(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(searchBytes);
  const format = head.toString('latin1', 0, 6);
  const release = releaseOfFormat.get(format);
  if (release === undefined && !isNewerFormat(format)) return nothingKnown;
  const formatInWords = release === undefined ? `DWG format newer than known (${format})` : `AutoCAD ${release} format`;
  return {
    applicationVersion: release ?? format,
    program: (await findProduct(file, head)) ?? formatInWords,
    whole: await wholenessOf(file, format, head),
  };
}

/** The product information is UTF-16 text at no fixed place, as a rule near the start, else near the end. */
async function findProduct(file: BoundedFile, head: Buffer): Promise<string | undefined> {
  const inHead = productIn(head);
  if (inHead !== undefined || file.sizeBytes <= head.length) return inHead;
  return productIn(await file.readTail(searchBytes));
}

function productIn(bytes: Buffer): string | undefined {
  const start = bytes.indexOf(Buffer.from('<ProductInformation', 'utf16le'));
  if (start < 0) return undefined;
  const text = bytes.toString('utf16le', start, start + 1024);
  const name = readableName(/\bname\s*=\s*"([^"]*)"/.exec(text)?.[1]);
  const version = /\bregistry_version\s*=\s*"(\d{1,3}\.\d{1,3})"/.exec(text)?.[1];
  const year = version === undefined ? undefined : yearOfRegistryVersion.get(version);
  return name === undefined || year === undefined ? undefined : `${name} ${year}`;
}

async function wholenessOf(file: BoundedFile, format: string, head: Buffer): Promise<Wholeness> {
  const { start, end } = headerCopy;
  if (formatsWithHeaderCopy.has(format)) {
    if (file.sizeBytes < end + (end - start)) return 'incomplete';
    return wholeIf((await file.readTail(end - start)).equals(head.subarray(start, end)));
  }
  if (format !== 'AC1014' && format !== 'AC1015') return 'unknown';
  if ((await file.readTail(64)).includes(secondHeaderEnd)) return 'whole';
  return sectionsReachBeyond(head, file.sizeBytes) ? 'incomplete' : 'unknown';
}

/** Up to AC1015 the header lists its sections: a count at 0x15, then {number, start, length} of 9 bytes each. */
function sectionsReachBeyond(head: Buffer, sizeBytes: number): boolean {
  const listStart = 0x19;
  if (head.length < listStart) return true;
  const count = Math.min(head.readUInt32LE(0x15), 16);
  for (let index = 0; index < count; index += 1) {
    const record = listStart + index * 9;
    if (record + 9 > head.length) return true;
    if (head.readUInt32LE(record + 1) + head.readUInt32LE(record + 5) > sizeBytes) return true;
  }
  return false;
}
