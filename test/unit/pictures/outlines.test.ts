import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { AskLook } from '../../../electron/pictures/looks.ts';
import { createOutlines } from '../../../electron/pictures/outlines.ts';
import type { PictureQuestion } from '../../../electron/pictures/picture-question.ts';

/** Outlines over workers that draw when they are told to. */
function openOutlines() {
  const drawing: { readonly fileName: string; readonly draw: () => void; readonly fail: (error: Error) => void }[] = [];
  const ask = ((question: { readonly picture: PictureQuestion }) =>
    new Promise((resolve, reject) => {
      drawing.push({
        fileName: question.picture.fileName,
        draw: () => resolve({ picture: { mediaType: 'image/png', bytes: new Uint8Array(1) } }),
        fail: reject,
      });
    })) as unknown as AskLook;
  const outlines = createOutlines({ ask });
  const question = (fileName: string): PictureQuestion => ({
    ...{ folder: '/pictures', limitBytes: 1_000, sha256: 'a'.repeat(64), fileName, sizePixels: 64, places: [] },
  });
  return { outlines, drawing, outlineOf: (name: string, of?: AbortSignal) => outlines.outlineOf(question(name), of) };
}

describe('outlines of files without a picture inside', () => {
  it('are drawn one after the other, also after one that cannot be drawn', async () => {
    const { drawing, outlineOf } = openOutlines();
    const [first, second] = [outlineOf('a.step'), outlineOf('b.ifc')];
    expect(drawing.map(({ fileName }) => fileName)).toEqual(['a.step']);
    drawing[0]?.fail(new Error('gone'));
    expect(await first).toBeUndefined();
    await expect.poll(() => drawing.length).toBe(2);
    drawing[1]?.draw();
    expect(await second).toMatchObject({ mediaType: 'image/png' });
  });

  it('wait while the computer runs on its battery or much is transferred, and go on by themselves', async () => {
    const { outlines, drawing, outlineOf } = openOutlines();
    outlines.hold('battery', true);
    outlines.hold('syncing', true);
    const asked = outlineOf('a.step');
    outlines.hold('syncing', false);
    expect(drawing).toHaveLength(0);
    outlines.hold('battery', false);
    expect(drawing).toHaveLength(1);
    drawing[0]?.draw();
    expect(await asked).toBeDefined();
  });

  it('are tried once of a file that takes too long, and again of one that was only gone', async () => {
    const { drawing, outlineOf } = openOutlines();
    const first = outlineOf('a.step');
    drawing[0]?.fail(new AppError('file-unreadable'));
    expect(await first).toBeUndefined();
    const second = outlineOf('a.step');
    await expect.poll(() => drawing.length).toBe(2);
    drawing[1]?.fail(new AppError('look-stopped'));
    expect(await second).toBeUndefined();
    expect(await outlineOf('a.step')).toBeUndefined();
    expect(drawing).toHaveLength(2);
  });

  it('are not drawn for what left sight, nor of formats that only their program can draw', async () => {
    const { outlines, drawing, outlineOf } = openOutlines();
    outlines.hold('battery', true);
    const gone = new AbortController();
    const asked = outlineOf('a.step', gone.signal);
    gone.abort();
    expect(await asked).toBeUndefined();
    expect(await outlineOf('b.rfa')).toBeUndefined();
    outlines.hold('battery', false);
    expect(drawing).toHaveLength(0);
  });
});
