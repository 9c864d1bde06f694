import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { temporaryFolder } from './temporary-folder.ts';

const firstStart = { width: 1_180, height: 760, maximized: false, theme: 'system', knowsTray: false };

describe("the window's state", () => {
  it('is found again at the next start', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'window.json');
    openWindowState(file).keep({
      position: { x: -40, y: 12 },
      width: 900,
      height: 700,
      maximized: true,
      theme: 'dark',
      knowsTray: true,
    });
    expect(openWindowState(file).current).toEqual({
      position: { x: -40, y: 12 },
      width: 900,
      height: 700,
      maximized: true,
      theme: 'dark',
      knowsTray: true,
    });
    expect(readdirSync(folder)).toEqual(['window.json']);
  });

  it('keeps what did not change', () => {
    const file = join(temporaryFolder(), 'window.json');
    openWindowState(file).keep({ theme: 'dark' });
    openWindowState(file).keep({ maximized: true });
    expect(openWindowState(file).current).toEqual({ ...firstStart, theme: 'dark', maximized: true });
  });

  it.each(['', '{"width":', '{"width":-3}', '[]', '{"width":1e9}'])(
    'is as at the first start when the file holds %j',
    (text) => {
      const file = join(temporaryFolder(), 'window.json');
      writeFileSync(file, text);
      expect(openWindowState(file).current).toEqual(firstStart);
    },
  );

  it('is kept where a newer app spoke another language in other colours', () => {
    const file = join(temporaryFolder(), 'window.json');
    writeFileSync(file, '{"maximized":true,"theme":"sepia","language":"de"}');
    expect(openWindowState(file).current).toEqual({ ...firstStart, maximized: true });
  });

  it('lives on in memory where the disk does not take it', () => {
    const state = openWindowState(join(temporaryFolder(), 'no', 'such', 'folder', 'window.json'));
    state.keep({ theme: 'light' });
    expect(state.current.theme).toBe('light');
  });
});
