import { describe, expect, test } from 'vitest';
import { createPictures } from '../../../../renderer/state/pictures.ts';
import type { PictureRecord } from '../../../../shared/rpc/picture-record.ts';

interface Asked {
  readonly sha256: string;
  readonly signal: AbortSignal | undefined;
  readonly answer: (picture?: PictureRecord) => void;
  readonly fail: () => void;
}

/** Pictures over an engine that answers when it is told to. */
function openPictures(isDrawable = false) {
  const asked: Asked[] = [];
  const get = ({ sha256 }: { sha256: string }, options?: { signal?: AbortSignal | undefined }) =>
    new Promise<{ picture?: PictureRecord | undefined; isDrawable: boolean }>((resolve, reject) => {
      const answer = (picture?: PictureRecord) => resolve({ picture, isDrawable: isDrawable && !picture });
      asked.push({ sha256, signal: options?.signal, answer, fail: () => reject(new Error('gone')) });
    });
  const drawn: Asked[] = [];
  const draw = ({ sha256 }: { sha256: string }, options?: { signal?: AbortSignal | undefined }) =>
    new Promise<{ picture?: PictureRecord | undefined }>((resolve, reject) => {
      const answer = (picture?: PictureRecord) => resolve({ picture });
      drawn.push({ sha256, signal: options?.signal, answer, fail: () => reject(new Error('gone')) });
    });
  const hashed: string[] = [];
  const hashOf = async ({ fileId }: { fileId: string }) => {
    hashed.push(fileId);
    return fileId.endsWith('.moving') ? {} : { sha256: `hash of ${fileId}` };
  };
  const pictures = createPictures({ pictures: { hashOf, get, draw } });
  return { pictures, asked, drawn, hashed };
}

const png = (base64: string): PictureRecord => ({ mediaType: 'image/png', base64 });
const still = new AbortController().signal;
const of = (sha256: string) => ({ fileId: `library/${sha256}.rfa`, sha256 });

describe('pictures in the window', () => {
  test('what has none inside is drawn, one at a time, while others are found', async () => {
    const { pictures, asked, drawn } = openPictures(true);
    const found = Array.from({ length: 9 }, (_, place) => pictures.ask(of(String(place)), still));
    expect(drawn).toHaveLength(0);
    for (const one of asked.slice(0, 3)) one.answer();
    await expect.poll(() => drawn.length).toBe(1);
    // What waits to be drawn keeps nobody from being found.
    expect(asked).toHaveLength(9);
    drawn[0]?.answer(png('CCCC'));
    expect(await found[0]).toBe('data:image/png;base64,CCCC');
    await expect.poll(() => drawn.length).toBe(2);
    expect(pictures.known(of('0'))).toBe('data:image/png;base64,CCCC');
  });

  test('of a file without a class is that of the bytes it has, and at hand until it is saved again', async () => {
    const { pictures, asked, hashed } = openPictures();
    const loose = { fileId: 'loose.dwg', sha256: undefined, sizeBytes: 5, modifiedAtMs: 1 };
    const found = pictures.ask(loose, still);
    await expect.poll(() => asked.map(({ sha256 }) => sha256)).toEqual(['hash of loose.dwg']);
    asked[0]?.answer(png('DDDD'));
    expect(await found).toBe('data:image/png;base64,DDDD');
    expect(pictures.known(loose)).toBe('data:image/png;base64,DDDD');
    expect(pictures.known({ ...loose, modifiedAtMs: 2 })).toBeUndefined();
    expect(await pictures.ask({ ...loose, fileId: 'saved.moving' }, still)).toBeUndefined();
    expect(hashed).toEqual(['loose.dwg', 'saved.moving']);
    expect(asked).toHaveLength(1);
  });

  test('of a file without a class that shows nothing are looked for again without its being hashed again', async () => {
    const { pictures, asked, hashed } = openPictures();
    const loose = { fileId: 'loose.ifc', sha256: undefined, sizeBytes: 5, modifiedAtMs: 1 };
    for (const count of [1, 2]) {
      const found = pictures.ask(loose, still);
      await expect.poll(() => asked.length).toBe(count);
      asked.at(-1)?.answer();
      expect(await found).toBeUndefined();
    }
    expect(hashed).toEqual(['loose.ifc']);
  });

  test('one that was shown is at hand from then on', async () => {
    const { pictures, asked } = openPictures();
    expect(pictures.known(of('a'))).toBeUndefined();
    const found = pictures.ask(of('a'), still);
    asked[0]?.answer(png('AAAA'));
    expect(await found).toBe('data:image/png;base64,AAAA');
    expect(pictures.known(of('a'))).toBe('data:image/png;base64,AAAA');
    expect(asked).toHaveLength(1);
  });

  test('what left sight before its turn is never asked for', async () => {
    const { pictures, asked } = openPictures();
    const gone = new AbortController();
    const waiting = Array.from({ length: 20 }, (_, place) =>
      pictures.ask(of(String(place)), place < 8 ? still : gone.signal),
    );
    const seen = pictures.ask(of('seen'), still);
    expect(asked).toHaveLength(8);
    gone.abort();
    for (const one of asked.slice(0, 8)) one.answer();
    await Promise.all(waiting);
    expect(asked.map(({ sha256 }) => sha256).slice(8)).toEqual(['seen']);
    asked.at(-1)?.answer(png('BBBB'));
    expect(await seen).toBe('data:image/png;base64,BBBB');
  });

  test('what leaves sight while it is made is taken back', () => {
    const { pictures, asked } = openPictures();
    const gone = new AbortController();
    void pictures.ask(of('a'), gone.signal);
    gone.abort();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  test('without a picture, or without an engine, there is none, and it is asked for again', async () => {
    const { pictures, asked } = openPictures();
    const [none, failed] = [pictures.ask(of('a'), still), pictures.ask(of('b'), still)];
    asked[0]?.answer();
    asked[1]?.fail();
    expect([await none, await failed]).toEqual([undefined, undefined]);
    void pictures.ask(of('a'), still);
    expect(asked).toHaveLength(3);
  });

  test('those not shown for longest go when there are too many', async () => {
    const { pictures, asked } = openPictures();
    const large = png('A'.repeat(5 * 2 ** 20));
    for (const name of ['a', 'b', 'c', 'd']) {
      const found = pictures.ask(of(name), still);
      asked.at(-1)?.answer(large);
      await found;
    }
    expect(pictures.known(of('a'))).toBeDefined();
    const found = pictures.ask(of('e'), still);
    asked.at(-1)?.answer(large);
    await found;
    const known = ['a', 'b', 'c', 'd', 'e'].filter((name) => pictures.known(of(name)) !== undefined);
    expect(known).toEqual(['a', 'c', 'd', 'e']);
  });
});
