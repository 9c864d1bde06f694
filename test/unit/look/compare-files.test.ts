import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { temporaryFolder } from '../imports/product-files.ts';

function twoFiles() {
  const folder = temporaryFolder();
  return ['before.step', 'after.step'].map((fileName) => {
    const path = join(folder, fileName);
    writeFileSync(path, fileName);
    return { path, fileName };
  });
}

const failing = { read: () => Promise.reject(new AppError('look-unreadable')) };

it('a comparison of what cannot be read tells why, and what the files say of themselves all the same', async () => {
  const [before, after] = twoFiles();
  if (!before || !after) throw new Error('There are no files.');
  const { record, shapes } = await compareFiles(failing, before, after);
  expect(record).toMatchObject({
    before: { sizeBytes: 11 },
    after: { sizeBytes: 10 },
    isSameFile: false,
    problem: { code: 'look-unreadable', detail: expect.stringContaining('before.step') as string },
  });
  expect(shapes).toBeUndefined();
});
