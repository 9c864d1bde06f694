import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { cadKinds } from '../../../shared/model/cad-kind.ts';
import { igesBox } from '../look/iges-box.ts';
import { createBytesFile } from './bytes-file.ts';
import { makeLargeOle2, makeOle2File, makeSkpHeader, makeThreeDm, makeZip } from './made-files.ts';

function inspect(name: string, bytes: Uint8Array) {
  return inspectCadFile(createBytesFile(bytes), name, bytes.length);
}

const names = cadKinds.flatMap(({ extensions }) => extensions.map((extension) => `part.${extension}`));

describe('a file that is no CAD file of its name', () => {
  it('is not even read when its name belongs to no CAD program', async () => {
    const file = createBytesFile(Buffer.from('%PDF-1.7'));
    expect(await inspectCadFile(file, 'sheet.pdf', 8)).toEqual({ whole: 'unknown' });
    expect(file.bytesRead()).toBe(0);
  });

  it.each(names)('%s is incomplete while it has no bytes, or nothing but zeros', async (name) => {
    for (const sizeBytes of [0, 1, 84, 300_000]) {
      expect(await inspect(name, new Uint8Array(sizeBytes)), `${sizeBytes}`).toMatchObject({ whole: 'incomplete' });
    }
  });

  it.each(names)('%s full of other bytes gives unknowns and no program', async (name) => {
    const facts = await inspect(name, Buffer.from('these are the minutes of a meeting, '.repeat(40)));
    expect(facts).not.toHaveProperty('program');
    expect(facts.whole).not.toBe('whole');
  });

  it.each(names)('%s of random bytes behind any format sign is answered without an error', async (name) => {
    const signs = [
      '',
      'AC1032',
      'AC1015',
      'PK\u0003\u0004',
      '3D Geometry File Format        7',
      'ISO-10303-21;',
      'solid x',
    ];
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('latin1');
    const start = fc.constantFrom(...signs, ole).map((sign) => Buffer.from(sign, 'latin1'));
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 2048 }), async (sign, rest) => {
        const facts = await inspect(name, Buffer.concat([sign, rest]));
        expect(['whole', 'incomplete', 'unknown']).toContain(facts.whole);
      }),
      { numRuns: 60 },
    );
  });

  it('costs a bounded read however large it is and whatever its offsets say', async () => {
    const sizeBytes = 40 * 1024 ** 3;
    let read = 0;
    const endless = {
      read: async (_position: number, length: number) => {
        read += length;
        return Buffer.alloc(length, 0x5a);
      },
    };
    for (const name of names) {
      read = 0;
      await inspectCadFile(endless, name, sizeBytes);
      expect(read).toBeLessThanOrEqual(8 * 1024 * 1024);
    }
  });

  it('passes on what the disk throws', async () => {
    const failing = { read: () => Promise.reject(new Error('the disk failed')) };
    await expect(inspectCadFile(failing, 'part.dwg', 100)).rejects.toThrow('the disk failed');
  });
});

describe('a compound file', () => {
  const info = Buffer.from('Worksharing: Not enabled\r\nUsername: jan\r\nFormat: 2024\r\n', 'utf16le');

  it.each([0, 1])('tells Revit its year when the text starts at byte %i', async (offset) => {
    const bytes = makeOle2File([{ name: 'BasicFileInfo', content: Buffer.concat([Buffer.alloc(offset), info]) }]);
    expect(await inspect('pump.rfa', bytes)).toEqual({
      kind: 'rfa',
      applicationVersion: '2024',
      program: 'Revit 2024',
      whole: 'whole',
    });
  });

  it('also gives a stream too long for the mini sectors', async () => {
    const bytes = makeOle2File([{ name: 'BasicFileInfo', content: Buffer.concat([info, Buffer.alloc(9000)]) }]);
    expect(await inspect('pump.rfa', bytes)).toMatchObject({ applicationVersion: '2024', whole: 'whole' });
  });

  it('is incomplete when its end is missing, at a sector border too', async () => {
    const bytes = makeOle2File([{ name: 'BasicFileInfo', content: Buffer.concat([info, Buffer.alloc(9000)]) }]);
    for (const missing of [1, 511, 512, 1024]) {
      const cut = bytes.subarray(0, bytes.length - missing);
      expect(await inspect('pump.rfa', cut), `${missing} bytes missing`).toMatchObject({ whole: 'incomplete' });
    }
  });

  it.each([100, 530, 1_500])('of %i MB in sectors of 512 bytes is whole by its tables', async (megabytes) => {
    const { file, sizeBytes } = makeLargeOle2(megabytes * 1024 ** 2);
    expect(await inspectCadFile(file, 'hall.ipt', sizeBytes)).toMatchObject({ whole: 'whole' });
    expect(await inspectCadFile(file, 'hall.ipt', sizeBytes - 512)).toMatchObject({ whole: 'incomplete' });
  });

  it('whose directory chain comes back on itself is given up on', async () => {
    const bytes = Buffer.from(makeOle2File([{ name: 'BasicFileInfo', content: info }]));
    // Sector 1 holds the directory; its place in the table, sector 0, now names itself.
    bytes.writeUInt32LE(1, 512 + 4);
    expect(await inspect('pump.rfa', bytes)).toMatchObject({ program: 'Revit 2024', whole: 'incomplete' });
  });

  it('whose directory goes on behind the end of the file is not whole', async () => {
    const bytes = Buffer.from(makeOle2File([{ name: 'BasicFileInfo', content: info }]));
    bytes.writeUInt32LE(0x10000, 512 + 4);
    expect(await inspect('pump.rfa', bytes)).toMatchObject({ program: 'Revit 2024', whole: 'incomplete' });
  });

  it('survives any single damaged byte', async () => {
    const bytes = makeOle2File([{ name: 'BasicFileInfo', content: info }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = value;
        const facts = await inspect('pump.rfa', damaged);
        expect(facts.applicationVersion ?? '2000').toMatch(/^20\d\d$/);
      }),
      { numRuns: 300 },
    );
  });

  it('of SolidWorks takes the largest of its versions', async () => {
    const bytes = makeOle2File([
      { name: '_MO_VERSION_5000', content: Buffer.from('x') },
      { name: '_MO_VERSION_7000', content: Buffer.from('x') },
      { name: '_MO_VERSION_6000', content: Buffer.from('x') },
    ]);
    expect(await inspect('arm.SLDPRT', bytes)).toMatchObject({ program: 'SolidWorks 2014', whole: 'whole' });
  });
});

describe('a file in a container or with an end chunk', () => {
  it('FreeCAD names major and minor of its version', async () => {
    const xml = '<Document SchemaVersion="4" ProgramVersion="1.0R39109 (Git)" FileVersion="1">';
    const bytes = makeZip('Document.xml', xml);
    expect(await inspect('door.FCStd', bytes)).toMatchObject({ applicationVersion: '1.0', whole: 'whole' });
    const cut = bytes.subarray(0, bytes.length - 5);
    expect(await inspect('door.FCStd', cut)).toMatchObject({ program: 'FreeCAD', whole: 'incomplete' });
  });

  it('FreeCAD is not whole where something of an earlier save stands behind its end', async () => {
    const bytes = Buffer.concat([makeZip('Document.xml', '<Document ProgramVersion="1.0">'), Buffer.from('earlier')]);
    expect(await inspect('door.FCStd', bytes)).toMatchObject({ program: 'FreeCAD', whole: 'incomplete' });
  });

  it.each([
    [4, '4'],
    [50, '5'],
    [80, '8'],
  ])('Rhino of header %i is Rhino %s and whole by its last chunk', async (header, version) => {
    const bytes = makeThreeDm(header);
    expect(await inspect('lamp.3dm', bytes)).toMatchObject({ applicationVersion: version, whole: 'whole' });
    expect(await inspect('lamp.3dm', bytes.subarray(0, -1))).toMatchObject({ whole: 'incomplete' });
  });

  it('SketchUp of 2021 and later is whole when the ZIP inside it ends, and no earlier', async () => {
    const bytes = Buffer.concat([makeSkpHeader('{21.0.394}'), makeZip('meta/x', 'y')]);
    expect(await inspect('house.skp', bytes)).toMatchObject({ program: 'SketchUp 2021', whole: 'whole' });
    const half = bytes.subarray(0, -40);
    expect(await inspect('house.skp', half)).toMatchObject({ program: 'SketchUp 2021', whole: 'incomplete' });
  });
});

describe('a DWG', () => {
  const dwg = (mark: string) => inspect('plan.dwg', Buffer.from(`${mark}${'.'.repeat(600)}`));

  it.each(['AC1035', 'AC1040', 'AC1999'])(
    'of the format %s, newer than is known, is named by it alone',
    async (mark) => {
      const program = `DWG format newer than known (${mark})`;
      expect(await dwg(mark)).toEqual({ kind: 'dwg', applicationVersion: mark, program, whole: 'unknown' });
    },
  );

  it('that ends with the copy of its header is whole, and cut off anywhere it is not, also right behind that header', async () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at < 0xec ? at : 0x2e)));
    bytes.write('AC1032', 0, 'latin1');
    const whole = Buffer.concat([bytes, bytes.subarray(0x80, 0xec)]);
    expect(await inspect('plan.dwg', whole)).toMatchObject({ whole: 'whole' });
    const lengths = Array.from({ length: whole.length - 6 }, (_, index) => index + 6);
    const found = await Promise.all(lengths.map((length) => inspect('plan.dwg', whole.subarray(0, length))));
    expect(lengths.filter((_, index) => found[index]?.whole !== 'incomplete')).toEqual([]);
  });

  it('of AutoCAD 2000 ends before a section that it lists where a single byte of that is missing', async () => {
    const bytes = Buffer.alloc(600, 0x2e);
    bytes.write('AC1015', 0, 'latin1');
    bytes.writeUInt32LE(1, 0x15);
    // A section from 400 on, with 200 bytes.
    bytes.writeUInt32LE(400, 0x1a);
    bytes.writeUInt32LE(200, 0x1e);
    expect(await inspect('plan.dwg', bytes)).toMatchObject({ whole: 'unknown' });
    expect(await inspect('plan.dwg', bytes.subarray(0, -1))).toMatchObject({ whole: 'incomplete' });
  });

  it.each(['AC1019', 'AC2.10', 'AC103x'])('whose mark is %s tells no release', async (mark) => {
    expect(await dwg(mark)).toEqual({ kind: 'dwg', whole: 'unknown' });
  });
});

describe('a text format', () => {
  const header = (system: string) =>
    `ISO-10303-21;\nHEADER;\nFILE_NAME('C:/Users/jan/x.ifc','2025',('Jan'),(''),'lib','${system}','');\nENDSEC;\n`;
  const end = 'ENDSEC;\nEND-ISO-10303-21;\n';
  const dxf = '  0\nSECTION\n  2\nHEADER\n  9\n$ACADVER\n  1\nAC1032\n  0\nENDSEC\n  0\nEOF\n';

  it('STEP decodes the system it came from', async () => {
    const bytes = Buffer.from(`${header("Caf\\X2\\00E9\\X0\\ CAD ''7''")}${end}`);
    expect(await inspect('part.step', bytes)).toEqual({ kind: 'step', program: "Café CAD '7'", whole: 'whole' });
  });

  it.each(['C:\\Users\\jan\\cad.exe', '/home/jan/cad', 'CAD of jan@office.example'])(
    'names no program with what may be a person: %s',
    async (system) => {
      const { program } = await inspect('part.step', Buffer.from(`${header(system.replaceAll('\\', '\\\\'))}${end}`));
      expect(program).toBeUndefined();
    },
  );

  it('tells letters that an older program wrote as one byte each', async () => {
    const bytes = Buffer.from(`${header('Caf\xe9 CAD')}${end}`, 'latin1');
    expect(await inspect('part.step', bytes)).toEqual({ kind: 'step', program: 'Café CAD', whole: 'whole' });
  });

  it.each([
    ['part.step', `${header('КОМПАС-3D')}${end}`, 'КОМПАС-3D'],
    ['hall.ifc', `${header('Autodesk® Revit')}${end}`, 'Autodesk® Revit'],
    ['plan.dxf', dxf, 'DXF 2018'],
    ['box.igs', igesBox([600, 300, 200]).toString('latin1').trimEnd(), 'by hand'],
  ])('%s with a byte order mark is told, and is incomplete while its end is missing', async (name, text, program) => {
    const bytes = Buffer.from(`\ufeff${text}`);
    expect(await inspect(name, bytes)).toMatchObject({ program, whole: 'whole' });
    expect(await inspect(name, bytes.subarray(0, -12))).toMatchObject({ program, whole: 'incomplete' });
  });

  it.each([
    ['a comment before it', `/* ${header('Jan Jansen')} */`, 'CATIA'],
    ['the same keyword in a text before it', "FILE_DESCRIPTION(('FILE_NAME('),'2;1');", 'CATIA'],
    ['no value', '', undefined],
  ])('STEP with %s tells the system and no other', async (_what, before, system) => {
    const own = header(system ?? '')
      .replace("'',''", "$,''")
      .replace('FILE_NAME(', 'FILE_NAME /* name */ (');
    const text = own.replace('HEADER;', `HEADER;\n${before.replace('ISO-10303-21;', '')}`);
    expect((await inspect('part.step', Buffer.from(`${text}${end}`))).program).toBe(system);
  });

  it.each([
    ["$,'Foo'", 'Foo'],
    ["'1.0',$", 'some library'],
  ])('IFC whose application says %s leaves out what is not set', async (said, program) => {
    const text = `${header('some library')}DATA;\n#1=IFCAPPLICATION(#2,${said},'Foo');\n${end}`;
    expect((await inspect('hall.ifc', Buffer.from(text))).program).toBe(program);
  });

  it.each(['part.step', 'hall.ifc'])(
    '%s with a byte order mark and one byte that is no UTF-8 is told, and is incomplete while its end is missing',
    async (name) => {
      const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(`${header('Caf\xe9 CAD')}${end}`, 'latin1')]);
      expect(await inspect(name, bytes)).toMatchObject({ program: 'Café CAD', whole: 'whole' });
      expect(await inspect(name, bytes.subarray(0, -12))).toMatchObject({ program: 'Café CAD', whole: 'incomplete' });
    },
  );

  const igesText = igesBox([600, 300, 200]).toString('latin1');
  const binaryDxf = `AutoCAD Binary DXF\r\n\u001a\0${'\0\0SECTION\0'.repeat(3)}\0\0EOF\0`;
  it.each([
    ['part.step', `${header('x')}${end}`],
    ['plan.dxf', dxf],
    ['plan.dxf', binaryDxf],
    ['mesh.stl', 'solid a\nendsolid a\n'],
    ['box.igs', igesText],
  ])(
    '%s is whole where Ctrl-Z, blanks or zeros follow its end, and incomplete where they follow a cut',
    async (name, text) => {
      for (const behind of ['', '\u001a', '\r\n\u001a', ' '.repeat(5_000), '\0'.repeat(3), '\0'.repeat(4096)]) {
        expect(await inspect(name, Buffer.from(text + behind, 'latin1')), behind).toMatchObject({ whole: 'whole' });
        const cut = text.trimEnd().slice(0, -12) + behind;
        expect(await inspect(name, Buffer.from(cut, 'latin1')), behind).toMatchObject({ whole: 'incomplete' });
      }
    },
  );

  it('STEP is whole with a blank in its end mark', async () => {
    const bytes = Buffer.from(`${header('x')}${end.replace('21;', '21 ;')}`);
    expect(await inspect('part.step', bytes)).toMatchObject({ whole: 'whole' });
  });

  it('a system that is a path is not told', async () => {
    const bytes = Buffer.from(`${header('C:/Users/jan/cad.exe')}${end}`);
    expect(await inspect('part.step', bytes)).toEqual({ kind: 'step', whole: 'whole' });
  });

  it('IFC prefers its application to the header', async () => {
    const data = "DATA;\n#1=IFCAPPLICATION(#2,'29.0','Archicad','AC');\n";
    const bytes = Buffer.from(`${header('some library')}${data}${end}`);
    expect(await inspect('hall.ifc', bytes)).toEqual({ kind: 'ifc', program: 'Archicad 29.0', whole: 'whole' });
  });

  it('DXF without its EOF is incomplete', async () => {
    const start = '  0\nSECTION\n  2\nHEADER\n  9\n$ACADVER\n  1\nAC1032\n  0\nENDSEC\n';
    expect(await inspect('plan.dxf', Buffer.from(start))).toMatchObject({ program: 'DXF 2018', whole: 'incomplete' });
    expect(await inspect('plan.dxf', Buffer.from(`${start}  0\r\nEOF\r\n`))).toMatchObject({ whole: 'whole' });
  });

  it('STL is whole when it has as many facets as it says, or closes its text', async () => {
    const binary = Buffer.alloc(84 + 100);
    binary.writeUInt32LE(2, 80);
    expect(await inspect('mesh.stl', binary)).toMatchObject({ whole: 'whole' });
    expect(await inspect('mesh.stl', binary.subarray(0, 150))).toMatchObject({ whole: 'incomplete' });
    expect(await inspect('mesh.stl', Buffer.from('solid a\nendsolid a\n'))).toMatchObject({ whole: 'whole' });
    expect(await inspect('mesh.stl', Buffer.from('solid a\nfacet normal 0 0'))).toMatchObject({ whole: 'incomplete' });
  });

  it.each(['igs', 'iges'])('%s tells the program that wrote it, and is whole with its last line', async (ending) => {
    const box = igesBox([600, 300, 200]);
    const name = `box.${ending}`;
    expect(await inspect(name, box)).toEqual({ kind: 'iges', program: 'by hand', whole: 'whole' });
    expect(await inspect(name, box.subarray(0, -200))).toMatchObject({ whole: 'incomplete' });
    const others = Buffer.from(box.toString('latin1').replace('1H,,', '1H!,'), 'latin1');
    expect(await inspect(name, others)).toEqual({ kind: 'iges', whole: 'whole' });
  });

  it('OBJ does not say where it ends: its quiet time decides', async () => {
    expect(await inspect('valve.obj', Buffer.from('v 0 0 0\nv 1 0 0'))).toEqual({ kind: 'obj', whole: 'unknown' });
  });
});
