import { describe, expect, it } from 'vitest';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { createBytesFile } from './bytes-file.ts';
import { makeZip } from './made-files.ts';

const kinds = ['step', 'ifc', 'dxf', 'dwg', 'igs', 'obj', 'stl', 'skp', '3dm', 'FCStd', 'rfa', 'sldprt', 'ipt'];
const starts = ['', 'ISO-10303-21;\n', 'ISO-10303-21;\nIFCAPPLICATION(', '0\n', '0\nSECTION\n', 'solid '];
const parts = [
  '/**/',
  '/* ',
  '(',
  "'",
  "''",
  ',',
  '\n',
  ' ',
  '9\n$ACADVER\n1\n',
  '\\X2\\00',
  'FILE_NAME(',
  'name="',
  '\0',
];

const inspect = (text: string, kind: string) => {
  const bytes = Buffer.from(text);
  return inspectCadFile(createBytesFile(bytes), `pump.${kind}`, bytes.length);
};

describe('a file that begins with the same over and over', () => {
  it.each(kinds)('is looked at in a time that grows with its length and no faster: %s', async (kind) => {
    for (const start of starts) {
      for (const part of parts) {
        expect(await inspect(start + part.repeat(256_000 / part.length), kind)).toBeDefined();
      }
    }
  });
});

describe('a packed IFC of megabytes', () => {
  it('is looked at in a time that grows with its length, too', async () => {
    const text = `ISO-10303-21;\nIFCAPPLICATION(${'/* '.repeat(2_500_000)});`;
    const bytes = makeZip('pump.ifc', text);
    expect(await inspectCadFile(createBytesFile(bytes), 'pump.ifczip', bytes.length)).toBeDefined();
  });
});

describe('the header of a STEP file', () => {
  const header = `/* of */ /**/ ISO-10303-21;\nHEADER;\nFILE_NAME('a','b',('c'),(''),'d',/* it's, ) */'NX 2212','');\nENDSEC;`;

  it('may stand behind comments, and have some inside', async () => {
    expect(await inspect(`${header}\nEND-ISO-10303-21;`, 'step')).toMatchObject({ program: 'NX 2212' });
  });
});
