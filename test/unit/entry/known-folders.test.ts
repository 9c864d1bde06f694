import { describe, expect, it } from 'vitest';
import { knownFolders } from '../../../electron/entry/known-folders.ts';

const environment = {
  SystemRoot: 'D:\\Windows',
  ProgramFiles: 'D:\\Programs',
  'ProgramFiles(x86)': 'D:\\Programs (x86)',
  ProgramW6432: 'D:\\Programs',
};

describe('the folders of a computer that are nobody’s library', () => {
  it('are on Windows those the system names, each once', () => {
    expect(knownFolders('win32', environment, 'C:\\Users\\me', ['C:\\state'])).toEqual({
      platform: 'win32',
      home: 'C:\\Users\\me',
      system: ['D:\\Windows', 'D:\\Programs', 'D:\\Programs (x86)'],
      own: ['C:\\state'],
    });
  });

  it('do not come from the environment anywhere else', () => {
    expect(knownFolders('linux', environment, '/home/me', []).system).toEqual([]);
  });
});
