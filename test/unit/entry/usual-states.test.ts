import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { usualStateDirs } from '../../../electron/entry/application-data-dir.ts';

describe('the states that commands look for where none is named', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('are each named once on %s', (system) => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue(system);
    onTestFinished(() => platform.mockRestore());
    const folders = usualStateDirs();
    expect(folders).toEqual([...new Set(folders)]);
  });

  it('are each named once where settings and data of applications are kept in one folder', () => {
    vi.stubEnv('XDG_CONFIG_HOME', '/data');
    vi.stubEnv('XDG_DATA_HOME', '/data');
    onTestFinished(() => void vi.unstubAllEnvs());
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    onTestFinished(() => platform.mockRestore());
    expect(usualStateDirs()).toEqual(['/data/CAD Library Sync', '/data/CAD Library Sync/command-line']);
  });
});
