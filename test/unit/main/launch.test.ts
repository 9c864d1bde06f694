import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readLaunch } from '../../../electron/main/launch.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

describe('the data folder of the desktop app', () => {
  it('is the one that --data names, wherever it stands among the arguments', () => {
    expect(readLaunch(['electron', '.', '--data=/srv/cad', '--inspect']).dataDir).toBe(resolve('/srv/cad'));
  });

  it('is absolute and keeps its spaces', () => {
    expect(readLaunch(['app', '--data=my data']).dataDir).toBe(resolve('my data'));
  });

  it('is left to Electron where none is named', () => {
    expect(readLaunch(['app']).dataDir).toBeUndefined();
    expect(readLaunch(['app', '--data=']).dataDir).toBeUndefined();
  });
});
