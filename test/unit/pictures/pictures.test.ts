import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPictureFolder } from '../../../electron/pictures/picture-folder.ts';
import { createLooks } from '../../../electron/pictures/looks.ts';
import { createPictures, type PicturedContent } from '../../../electron/pictures/pictures.ts';
import { lookAt } from '../../../electron/platform/reading/look-at.ts';
import { makeDwg, makePng } from '../cad/made-pictures.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const drawing = (shade: number): Buffer => makeDwg([{ code: 6, bytes: makePng(4, 3 + shade) }]);
const sha256Of = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** A library with a drawing, and pictures kept next to it. */
function openLibrary() {
  const root = temporaryFolder();
  const kept = join(temporaryFolder(), 'pictures');
  const path = join(root, 'radiator.dwg');
  const save = (bytes: Buffer): void => writeFileSync(path, bytes);
  const contentOf = (bytes: Buffer, more: Partial<PicturedContent> = {}): PicturedContent => ({
    ...{ sha256: sha256Of(bytes), fileName: 'radiator.dwg', sizePixels: 256 },
    places: [{ root, path, looks: lookAt(path) }],
    ...more,
  });
  return { root, path, kept, save, contentOf, pictures: createPictures(kept, createLooks(`${kept} scenes`)) };
}

describe('the picture of some bytes', () => {
  it('is found in a file that has them, and kept for when the file is gone', async () => {
    const { path, save, contentOf, pictures, kept } = openLibrary();
    save(drawing(0));
    const content = contentOf(drawing(0));
    const picture = await pictures.pictureOf(content);
    expect(Buffer.from(picture?.bytes ?? [])).toEqual(makePng(4, 3));
    rmSync(path);
    expect(await pictures.pictureOf(content)).toEqual(picture);
    expect(await createPictures(kept, createLooks(`${kept} scenes`)).pictureOf({ ...content, places: [] })).toEqual(
      picture,
    );
  });

  it('changes when the file changes, and is never that of other bytes', async () => {
    const { save, contentOf, pictures } = openLibrary();
    save(drawing(0));
    const before = contentOf(drawing(0));
    save(drawing(1));
    // Asked for after the save, by what was known before.
    expect(await pictures.pictureOf(before)).toBeUndefined();
    const unseen = before.places.map(({ root, path }) => ({ root, path }));
    expect(await pictures.pictureOf({ ...before, places: unseen })).toBeUndefined();
    const after = await pictures.pictureOf(contentOf(drawing(1)));
    expect(Buffer.from(after?.bytes ?? [])).toEqual(makePng(4, 4));
    save(drawing(0));
    expect(Buffer.from((await pictures.pictureOf(contentOf(drawing(0))))?.bytes ?? [])).toEqual(makePng(4, 3));
  });

  it('is found in a copy of which nobody knows how it looks, by the hash of its bytes', async () => {
    const { root, contentOf, pictures, save } = openLibrary();
    save(drawing(0));
    const copy = join(root, 'copy.dwg');
    writeFileSync(copy, drawing(1));
    const content = contentOf(drawing(1), { places: [{ root, path: copy }] });
    expect(Buffer.from((await pictures.pictureOf(content))?.bytes ?? [])).toEqual(makePng(4, 4));
  });

  it('is still found where a disk gives a file other dates', async () => {
    const { path, save, contentOf, pictures } = openLibrary();
    save(drawing(0));
    const content = contentOf(drawing(0));
    utimesSync(path, new Date(1), new Date(1));
    expect(await pictures.pictureOf(content)).toBeDefined();
  });

  it.skipIf(process.platform === 'win32')('is not looked for through a link', async () => {
    const { root, path, contentOf, pictures, save } = openLibrary();
    save(drawing(0));
    const link = join(root, 'link.dwg');
    symlinkSync(path, link);
    mkdirSync(join(root, 'real'));
    writeFileSync(join(root, 'real', 'a.dwg'), drawing(0));
    symlinkSync(join(root, 'real'), join(root, 'linked'));
    for (const behind of [link, join(root, 'linked', 'a.dwg')]) {
      const content = contentOf(drawing(0), { places: [{ root, path: behind }] });
      expect(await pictures.pictureOf(content)).toBeUndefined();
    }
  });

  it('is none where the file is gone, cut off or empty, and is found once it is there', async () => {
    const { path, save, contentOf, pictures } = openLibrary();
    const content = contentOf(drawing(0), { places: [] });
    expect(await pictures.pictureOf(content)).toBeUndefined();
    for (const bytes of [Buffer.alloc(0), drawing(0).subarray(0, 190)]) {
      save(bytes);
      expect(await pictures.pictureOf(contentOf(bytes))).toBeUndefined();
    }
    save(drawing(0));
    expect(await pictures.pictureOf(contentOf(drawing(0)))).toBeDefined();
    expect(statSync(path).isFile()).toBe(true);
  });

  it('is made for who still looks first: what nobody looks at any more is not made', async () => {
    const { root, kept, contentOf, pictures, save } = openLibrary();
    save(drawing(0));
    const gone = new AbortController();
    const asked = Array.from({ length: 30 }, (_, place) => {
      const path = join(root, `${place}.dwg`);
      writeFileSync(path, drawing(place));
      const content = contentOf(drawing(place), { places: [{ root, path }] });
      return pictures.pictureOf(content, place === 29 ? undefined : gone.signal);
    });
    gone.abort();
    const found = await Promise.all(asked);
    expect(found.at(-1)).toBeDefined();
    // Two were on their way already.
    expect(found.filter((picture) => picture !== undefined).length).toBeLessThanOrEqual(3);
    expect(readdirSync(kept).length).toBeLessThanOrEqual(3);
    expect(await pictures.pictureOf(contentOf(drawing(0)), gone.signal)).toBeUndefined();
  });

  it('is made all the same where it cannot be kept', async () => {
    const { kept, save, contentOf, pictures } = openLibrary();
    writeFileSync(kept, 'a file where the folder should be');
    save(drawing(0));
    expect(await pictures.pictureOf(contentOf(drawing(0)))).toBeDefined();
    expect(readFileSync(kept, 'utf8')).toBe('a file where the folder should be');
  });
});

describe('the folder of kept pictures', () => {
  const picture = { mediaType: 'image/png', bytes: new Uint8Array(Buffer.alloc(1_000, 7)) } as const;

  it('keeps that there is none, too', () => {
    const folder = openPictureFolder(join(temporaryFolder(), 'pictures'), 10_000);
    expect(folder.find('a')).toBeUndefined();
    folder.keep('a', undefined);
    expect(folder.find('a')).toEqual({ picture: undefined });
  });

  it('gives nothing that was damaged, cut off or emptied', () => {
    const path = join(temporaryFolder(), 'pictures');
    const folder = openPictureFolder(path, 10_000);
    folder.keep('a', picture);
    const whole = readFileSync(join(path, 'a'));
    for (const bytes of [whole.subarray(0, 500), Buffer.alloc(0), Buffer.from(whole).fill(1, 600, 601)]) {
      writeFileSync(join(path, 'a'), bytes);
      expect(folder.find('a')).toBeUndefined();
    }
    writeFileSync(join(path, 'a'), whole);
    expect(Buffer.from(folder.find('a')?.picture?.bytes ?? [])).toEqual(Buffer.from(picture.bytes));
  });

  it('leaves nothing of what it cannot keep', () => {
    const path = join(temporaryFolder(), 'pictures');
    const folder = openPictureFolder(path, 10_000);
    // Where a folder stands in its place, the last step of keeping it fails.
    mkdirSync(join(path, 'a'));
    expect(() => folder.keep('a', picture)).toThrow();
    expect(readdirSync(path)).toEqual(['a']);
    expect(folder.find('a')).toBeUndefined();
  });

  it('stays below its limit, and lets those go that were not shown for longest', () => {
    const path = join(temporaryFolder(), 'pictures');
    const folder = openPictureFolder(path, 10_000);
    for (let place = 0; place < 9; place += 1) {
      folder.keep(`p${place}`, picture);
      const shown = new Date(Date.UTC(2020, 0, place + 1));
      utimesSync(join(path, `p${place}`), shown, shown);
    }
    expect(folder.find('p0')).toBeDefined();
    folder.keep('p9', picture);
    const left = readdirSync(path);
    const bytes = left.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(9_000);
    expect(left).toEqual(expect.arrayContaining(['p0', 'p9', 'p8']));
    expect(left).not.toContain('p1');
  });

  it.skipIf(process.platform === 'win32')('is for this user alone', () => {
    const path = join(temporaryFolder(), 'pictures');
    openPictureFolder(path, 10_000).keep('a', picture);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'a')).mode & 0o777).toBe(0o600);
  });
});
