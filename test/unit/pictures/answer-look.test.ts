import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookLimits, type LookLimits } from '../../../electron/look/limits.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import { answerLook } from '../../../electron/pictures/answer-look.ts';
import type { LookQuestion } from '../../../electron/pictures/look-task.ts';
import { nameOfPicture } from '../../../electron/pictures/picture-question.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const triangle = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nf 1 2 3\n';

/** A file that is looked at each time by somebody who remembers nothing but what is kept. */
function openFile(text: string) {
  const [root, folder, pictures] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const ask = async (question: LookQuestion, limits: Partial<LookLimits>) => {
    const reading = createShapeReading({ ...lookLimits, ...limits });
    await answerLook({ folder, limitBytes: 1e9, question }, reading);
  };
  const contentIn = (fileName: string) => {
    const path = join(root, fileName);
    writeFileSync(path, text);
    return { fileName, sha256: hash('sha256', text, 'hex'), places: [{ root, path }] };
  };
  return {
    look: (fileName: string, limits: Partial<LookLimits> = {}) =>
      ask({ kind: 'scene', content: contentIn(fileName) }, limits),
    outline: (fileName: string, limits: Partial<LookLimits> = {}) => {
      const picture = { ...contentIn(fileName), folder: pictures, limitBytes: 1e9, sizePixels: 32 };
      return ask({ kind: 'outline', picture }, limits);
    },
    picturesKept: () => readdirSync(pictures).length,
  };
}

describe('a look that failed', { timeout: 60_000 }, () => {
  it('is tried again where it took too long', async () => {
    const { look } = openFile(triangle);
    await expect(look('part.obj', { timeMs: 1 })).rejects.toMatchObject({ code: 'look-stopped' });
    await look('part.obj');
  });

  it('is not tried again where the bytes are what is wrong', async () => {
    const { look } = openFile(triangle);
    await expect(look('part.obj', { triangles: 0 })).rejects.toMatchObject({ code: 'look-limit' });
    await expect(look('part.obj')).rejects.toMatchObject({ code: 'look-limit' });
  });

  it('says nothing of the same bytes in a file of another format', async () => {
    const { look } = openFile(triangle);
    await expect(look('part.stl')).rejects.toMatchObject({ code: 'look-unreadable' });
    await look('part.obj');
    await expect(look('part.stl')).rejects.toMatchObject({ code: 'look-unreadable' });
  });

  it('leaves no empty outline behind, unless the bytes are what is wrong', async () => {
    const { outline, picturesKept } = openFile(triangle);
    await expect(outline('part.obj', { timeMs: 1 })).rejects.toMatchObject({ code: 'look-stopped' });
    expect(picturesKept()).toBe(0);
    await outline('part.stl');
    expect(picturesKept()).toBe(1);
    await outline('part.obj');
    expect(picturesKept()).toBe(2);
  });
});

describe('a look at a file while nothing can be kept', { timeout: 60_000 }, () => {
  const sha256 = hash('sha256', triangle, 'hex');

  function openUnkept() {
    const [root, folder, pictures] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const path = join(root, 'part.obj');
    writeFileSync(path, triangle);
    const content = { fileName: 'part.obj', sha256, places: [{ root, path }] };
    const picture = { ...content, folder: pictures, limitBytes: 1e9, sizePixels: 32 };
    // Folders in their places: keeping fails as on a full disk, at the last step.
    mkdirSync(join(folder, `scene-obj-${sha256}`));
    mkdirSync(join(pictures, nameOfPicture(picture)));
    return { content, picture, ask: (question: LookQuestion) => answerLook({ folder, limitBytes: 1e9, question }) };
  }

  it('shows an outline all the same', async () => {
    const { ask, picture } = openUnkept();
    await expect(ask({ kind: 'outline', picture })).resolves.toMatchObject({ picture: { mediaType: 'image/png' } });
  });

  it('tells what the disk said, not that the file cannot be read', async () => {
    const { ask, content } = openUnkept();
    await expect(ask({ kind: 'scene', content })).rejects.toMatchObject({ code: 'target-occupied' });
  });
});
