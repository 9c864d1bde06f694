import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolderFrom } from '../../../electron/main/data-folder.ts';

describe('the data folder of the desktop app', () => {
  it('is the one that --data names, wherever it stands among the arguments', () => {
    expect(dataFolderFrom(['electron', '.', '--data=/srv/cad', '--inspect'])).toBe(resolve('/srv/cad'));
  });

  it('is absolute and keeps its spaces', () => {
    expect(dataFolderFrom(['app', '--data=my data'])).toBe(resolve('my data'));
  });

  it('is left to Electron where none is named', () => {
    expect(dataFolderFrom(['app'])).toBeUndefined();
    expect(dataFolderFrom(['app', '--data='])).toBeUndefined();
  });
});
