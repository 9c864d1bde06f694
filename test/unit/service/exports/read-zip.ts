import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name, in the order of its directory; small texts only. */
export function readZip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = zip.readUInt16LE(end + 10);
  let entry = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at));
    const name = zip.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    files.set(name, contentOf(zip, entry));
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

function contentOf(zip: Buffer, entry: number): string {
  const isDeflated = zip.readUInt16LE(entry + 10) === 8;
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return (isDeflated ? inflateRawSync(bytes) : bytes).toString('utf8');
}
