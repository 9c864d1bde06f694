import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { drawingFile } from '../../../electron/entry/commands/drawing-file.ts';
import { AppError, describeError } from '../../../shared/errors/app-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadsync-drawing-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said = (path: string, disk?: Parameters<typeof drawingFile>[1]): Promise<string> =>
  drawingFile(path, disk).then(
    () => 'nothing',
    (error: unknown) => (error instanceof AppError ? describeError(error) : String(error)),
  );

const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('a file that somebody names', () => {
  const path = join(folder, 'part.step');

  it('is taken by its full path where it can be read', async () => {
    writeFileSync(path, 'x');
    expect(await drawingFile(path)).toBe(path);
  });

  it('and is not there is named, with what to do', async () => {
    const missing = join(folder, 'nothere.step');
    const sentence = `There is no such file. Path: ${missing}. Check the name of the file and of its folder.`;
    expect(await said(missing)).toBe(sentence);
    expect(await said(join(path, 'inside.step'))).toContain('There is no such file.');
  });

  it('and is a folder is named as one', async () => {
    expect(await said(folder)).toBe(
      `This is a folder, not a file. Path: ${folder}. Check the name of the file and of its folder.`,
    );
  });

  it('and may not be read is named as that', async () => {
    const disk = { stat: () => Promise.resolve({ isDirectory: () => false }), access: refused('EACCES') };
    expect(await said(path, disk)).toBe(
      `You may not read this file. Path: ${path}. Ask its owner for permission to read it.`,
    );
  });
});
