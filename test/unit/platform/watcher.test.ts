import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWatcher } from '../../../electron/platform/watcher.ts';

let root: string;
let hints: string[];
let stop: () => Promise<void>;
let onHint: () => void;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-watch-')));
  mkdirSync(join(root, 'EC000001', 'MC000001'), { recursive: true });
  writeFileSync(join(root, 'EC000001', 'MC000001', 'there.rfa'), 'bytes');
  hints = [];
  onHint = () => undefined;
  stop = await createWatcher().watch(
    root,
    (path) => {
      hints.push(path);
      onHint();
    },
    (cause) => {
      throw cause;
    },
  );
});

afterEach(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

const at = (...names: string[]): string => join(root, ...names);

/** Waits until the watcher has said one of these; the time limit of the test is that of the wait. */
const hinted = (...paths: string[]): Promise<void> =>
  new Promise((resolve) => {
    onHint = () => {
      if (hints.some((hint) => paths.includes(hint))) resolve();
    };
    onHint();
  });

describe('the watcher says where to look', () => {
  it('when a file appears', async () => {
    writeFileSync(at('EC000001', 'MC000001', 'new.rfa'), 'bytes');
    await hinted('EC000001/MC000001/new.rfa');
  });

  it('when a file in a nested folder is changed', async () => {
    writeFileSync(at('EC000001', 'MC000001', 'there.rfa'), 'other bytes');
    await hinted('EC000001/MC000001/there.rfa');
  });

  it('when a program saves by renaming a temp file over the drawing', async () => {
    writeFileSync(at('EC000001', 'MC000001', 'save.tmp'), 'new bytes');
    renameSync(at('EC000001', 'MC000001', 'save.tmp'), at('EC000001', 'MC000001', 'there.rfa'));
    await hinted('EC000001/MC000001/there.rfa');
  });

  it('when a file is renamed: at both names', async () => {
    renameSync(at('EC000001', 'MC000001', 'there.rfa'), at('EC000001', 'MC000001', 'moved.rfa'));
    await hinted('EC000001/MC000001/there.rfa');
    await hinted('EC000001/MC000001/moved.rfa');
  });

  it('when a file is deleted', async () => {
    rmSync(at('EC000001', 'MC000001', 'there.rfa'));
    await hinted('EC000001/MC000001/there.rfa');
  });

  it('anywhere, when a folder appears with files in it', async () => {
    mkdirSync(at('EC000002', 'MC000001'), { recursive: true });
    writeFileSync(at('EC000002', 'MC000001', 'new.rfa'), 'bytes');
    await hinted('');
  });

  it('when a file appears in a folder that appeared before', async () => {
    mkdirSync(at('EC000003'));
    await hinted('');
    // The folder is followed once the watcher has seen it; what comes before that is for the scan it asked for.
    const followed = hinted('EC000003/new.rfa');
    let save = 0;
    while (!hints.includes('EC000003/new.rfa')) {
      writeFileSync(at('EC000003', 'new.rfa'), `bytes ${(save += 1)}`);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await followed;
  });

  it('anywhere, when a folder is renamed or goes', async () => {
    renameSync(at('EC000001'), at('EC000009'));
    await hinted('');
  });

  it('and nothing about the own folder of the app', async () => {
    mkdirSync(at('.cadlibrary', 'backup'), { recursive: true });
    writeFileSync(at('.cadlibrary', 'backup', 'pump.rfa'), 'bytes');
    writeFileSync(at('EC000001', 'MC000001', 'last.rfa'), 'bytes');
    await hinted('EC000001/MC000001/last.rfa');
    expect(hints.filter((hint) => hint.startsWith('.cadlibrary/'))).toEqual([]);
  });
});
