import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCadPicture } from '../../../electron/cad/pictures/find-picture.ts';
import { largestPictureBytes } from '../../../electron/cad/pictures/picture.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { createBytesFile } from './bytes-file.ts';
import { makeZip } from './made-files.ts';
import { chunk, makeBitmap, makeDwg, makePng, makePngOf, makeThreeDm } from './made-pictures.ts';
import { hasSamples, readSample, samplesFolder } from './sample-files.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const find = (bytes: Buffer, name: string) => findCadPicture(createBytesFile(bytes), name, bytes.length);

/** A generator of numbers in [0, 1) that a seed repeats. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const kindsWithPicture = new Set(['rfa', 'rvt', 'dwg', 'sldprt', 'ipt', 'fcstd', '3dm', 'skp']);
/** Their programs left none in them: see SOURCES.md there. */
const withoutPicture = ['dwg/jinyi.dwg', 'fcstd/AP3030S8_ConnectorSquare.FCStd', 'fcstd/DN15_FIG_130.FCStd'];
const samples = hasSamples
  ? globSync('*/*', { cwd: samplesFolder }).filter((name) => kindsWithPicture.has(cadKindOf(name)?.kind ?? ''))
  : [];
const withPicture = samples.filter((name) => !withoutPicture.includes(name));

describe.skipIf(!hasSamples)('the picture inside a real CAD file', () => {
  it('is looked for in many of them', () => {
    expect(withPicture.length).toBeGreaterThanOrEqual(20);
    expect(samples).toEqual(expect.arrayContaining(withoutPicture));
  });

  it.each(withPicture)('%s is found, whole', async (name) => {
    const bytes = readSample(name);
    const file = createBytesFile(bytes);
    const picture = await findCadPicture(file, name, bytes.length);
    const start = Buffer.from(picture?.bytes ?? []);
    if (picture?.mediaType === 'image/bmp') {
      expect(start.toString('latin1', 0, 2)).toBe('BM');
      expect(start.readUInt32LE(2)).toBe(start.length);
    } else expect(start.toString('latin1', 1, 4)).toBe('PNG');
    // A kilobyte of PNG draws more than an empty sheet.
    expect(start.length).toBeGreaterThan(600);
  });

  it.each(withoutPicture)('%s has none', async (name) => {
    expect(await find(readSample(name), name)).toBeUndefined();
  });

  it.each(withPicture)('%s gives no names of people or chunks of text with it', async (name) => {
    const picture = await find(readSample(name), name);
    expect(Buffer.from(picture?.bytes ?? []).toString('latin1')).not.toMatch(/tEXt|iTXt|zTXt|eXIf|iCCP/);
  });

  it.each(samples)('%s cut off anywhere gives one that is whole, or none', async (name) => {
    const bytes = readSample(name);
    const whole = await find(bytes, name);
    for (let part = 0; part < 20; part += 1) {
      const picture = await find(bytes.subarray(0, Math.floor((bytes.length * part) / 20)), name);
      if (picture) expect(picture).toEqual(whole);
    }
  });

  it(`gives none or a whole one of ${samples.length * 25} files with changed bytes (seed ${seed})`, async () => {
    const random = randomFrom(seed);
    for (const name of samples) {
      const original = readSample(name);
      for (let run = 0; run < 25; run += 1) {
        const bytes = Buffer.from(original);
        // What leads to the picture stands at the ends of a file.
        const reach = run % 2 === 0 ? bytes.length : 4_096;
        for (let count = 0; count < 40; count += 1) {
          const at = Math.floor(random() * Math.min(reach, bytes.length));
          bytes[count % 4 === 3 ? bytes.length - 1 - at : at] = Math.floor(random() * 256);
        }
        const picture = await find(bytes, name);
        if (picture) expect(picture.bytes.length).toBeLessThanOrEqual(largestPictureBytes + 14);
      }
    }
  }, 60_000);

  it('is found without reading a large file', async () => {
    const bytes = readSample('rvt/02-03_OfficeLayout.rvt');
    const file = createBytesFile(bytes);
    await findCadPicture(file, 'office.rvt', bytes.length);
    expect(file.bytesRead()).toBeLessThan(64 * 1024);
  });
});

describe('the picture inside a CAD file', () => {
  it('is a PNG or a bitmap, whichever of them is whole', async () => {
    const [png, bitmap] = [makePng(), makeBitmap()];
    expect((await find(makeDwg([{ code: 6, bytes: png }]), 'a.dwg'))?.bytes).toEqual(png);
    const cut = { code: 6, bytes: png.subarray(0, 40) };
    const picture = await find(makeDwg([cut, { code: 2, bytes: bitmap }]), 'a.dwg');
    expect(picture?.mediaType).toBe('image/bmp');
    expect(Buffer.from(picture?.bytes ?? []).subarray(14)).toEqual(bitmap);
  });

  it('is found in models of the newer versions of Rhino and SketchUp', async () => {
    const bitmap = makeBitmap();
    const rhino = await find(makeThreeDm(bitmap), 'a.3dm');
    expect(Buffer.from(rhino?.bytes ?? []).subarray(14)).toEqual(bitmap);
    const png = makePng();
    const head = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0xff, 0x0e]),
      Buffer.from('SketchUp Model', 'utf16le'),
      Buffer.from('{21.0.394}', 'utf16le'),
    ]);
    const model = Buffer.concat([head, makeZip('meta/model_thumbnail.png', png)]);
    expect((await find(model, 'a.skp'))?.bytes).toEqual(png);
  });

  it('is shown without what programs write beside it', async () => {
    const png = makePng();
    const text = chunk('tEXt', Buffer.from('Author\0Jane Doe'));
    const named = Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
    expect((await find(makeDwg([{ code: 6, bytes: named }]), 'a.dwg'))?.bytes).toEqual(png);
  });

  const header = (change: (bytes: Buffer) => void) => makePng(4, 3, change);
  it.each([
    ['states a size no preview has', makePng(4_000, 1)],
    ['states no size', header((bytes) => bytes.writeUInt32BE(0, 0))],
    ['unpacks to more than it states', header((bytes) => bytes.writeUInt32BE(1, 4))],
    ['unpacks to less than it states', header((bytes) => bytes.writeUInt32BE(2_000, 4))],
    ['has a depth that does not exist', header((bytes) => bytes.writeUInt8(3, 8))],
    ['has colours that do not exist', header((bytes) => bytes.writeUInt8(5, 9))],
    ['needs a palette and has none', header((bytes) => bytes.writeUInt8(3, 9))],
    ['has no pixels', makePngOf([makePng().subarray(8, 33), chunk('IEND', Buffer.alloc(0))])],
    ['never ends', makePng().subarray(0, -12)],
    ['has a wrong check sum', makePng().fill(1, 45, 46)],
  ])('counts as none when a PNG %s', async (_, png) => {
    expect(await find(makeDwg([{ code: 6, bytes: png }]), 'a.dwg')).toBeUndefined();
  });

  it.each([
    ['states a size no preview has', makeBitmap(5, 4, (bytes) => bytes.writeInt32LE(2 ** 30, 4))],
    ['states a negative width', makeBitmap(5, 4, (bytes) => bytes.writeInt32LE(-5, 4))],
    ['has fewer rows than it states', makeBitmap(5, 4, (bytes) => bytes.writeInt32LE(400, 8))],
    ['is packed', makeBitmap(5, 4, (bytes) => bytes.writeUInt32LE(1, 16))],
    ['has more colours than its depth allows', makeBitmap(5, 4, (bytes) => bytes.writeUInt32LE(2 ** 31, 32))],
  ])('counts as none when a bitmap %s', async (_, bytes) => {
    expect(await find(makeDwg([{ code: 2, bytes }]), 'a.dwg')).toBeUndefined();
  });

  it('counts as none where a record leads out of the file or claims to be huge', async () => {
    const drawing = makeDwg([{ code: 6, bytes: makePng() }]);
    const list = 0x80 + 21;
    for (const [at, value] of [
      [list + 1, 0xffff_ffff],
      [list + 5, 0xffff_ffff],
      [0x0d, 0xffff_fff0],
    ] as const) {
      const broken = Buffer.from(drawing);
      broken.writeUInt32LE(value, at);
      expect(await find(broken, 'a.dwg')).toBeUndefined();
    }
  });

  it('is not looked for in a file whose format has none', async () => {
    const file = createBytesFile(Buffer.alloc(100));
    for (const name of ['a.step', 'a.ifc', 'a.dxf', 'a.stl', 'a.txt', 'a']) {
      expect(await findCadPicture(file, name, 100)).toBeUndefined();
    }
    expect(file.bytesRead()).toBe(0);
  });
});
