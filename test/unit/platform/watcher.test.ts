import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
  type WatchListener,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { watchFolders } from '../../../electron/platform/watch-folders.ts';
import { createWatcher } from '../../../electron/platform/watcher.ts';

let root: string;
let hints: string[];
let stop: () => Promise<void>;
let onHint: () => void;

async function begin(watchesTrees: boolean): Promise<void> {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-watch-')));
  mkdirSync(join(root, 'EC000001', 'MC000001'), { recursive: true });
  writeFileSync(join(root, 'EC000001', 'MC000001', 'there.rfa'), 'bytes');
  hints = [];
  onHint = () => undefined;
  stop = await createWatcher(watchesTrees).watch(
    root,
    (path) => {
      hints.push(path);
      onHint();
    },
    (cause) => {
      throw cause;
    },
  );
}

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

describe.each([
  ['folder by folder', false],
  ['as the system watches trees', true],
])('the watcher, %s, says where to look', (_, watchesTrees) => {
  beforeEach(() => begin(watchesTrees));

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

  it('in a folder under its new name, and not under its old one', async () => {
    renameSync(at('EC000001'), at('EC000009'));
    await hinted('');
    // Followed once it was seen, as above.
    const followed = hinted('EC000009/MC000001/there.rfa');
    let save = 0;
    while (!hints.includes('EC000009/MC000001/there.rfa')) {
      writeFileSync(at('EC000009', 'MC000001', 'there.rfa'), `bytes ${(save += 1)}`);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await followed;
    hints.length = 0;
    writeFileSync(at('EC000009', 'MC000001', 'last.rfa'), 'bytes');
    await hinted('EC000009/MC000001/last.rfa');
    expect(hints.filter((hint) => hint.startsWith('EC000001'))).toEqual([]);
  });

  it('and not behind a link', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'cadsync-elsewhere-'));
    symlinkSync(elsewhere, at('EC000001', 'linked'), 'junction');
    await hinted('EC000001/linked');
    writeFileSync(join(elsewhere, 'theirs.rfa'), 'bytes');
    writeFileSync(at('EC000001', 'MC000001', 'last.rfa'), 'bytes');
    await hinted('EC000001/MC000001/last.rfa');
    expect(hints.filter((hint) => hint.endsWith('theirs.rfa'))).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  it('and nothing about the own folder of the app', async () => {
    mkdirSync(at('.cadlibrary', 'backup'), { recursive: true });
    writeFileSync(at('.cadlibrary', 'backup', 'pump.rfa'), 'bytes');
    writeFileSync(at('EC000001', 'MC000001', 'last.rfa'), 'bytes');
    await hinted('EC000001/MC000001/last.rfa');
    expect(hints.filter((hint) => hint.startsWith('.cadlibrary'))).toEqual([]);
  });
});

describe('a watcher that watches folder by folder', () => {
  const watchRoot = async (): Promise<AppError> => {
    const failed = Promise.withResolvers<AppError>();
    const onFailure = (cause: unknown): void => failed.resolve(cause as AppError);
    const stopWatching = await watchFolders(root, { ignored: [], onHint: () => undefined, onFailure });
    stop = async () => stopWatching();
    renameSync(at(), `${root} away`);
    return failed.promise.finally(() => renameSync(`${root} away`, at()));
  };

  it('says that it hears nothing any more when the root is away', async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-watch-')));
    expect(await watchRoot()).toMatchObject({ code: 'library-missing' });
  });

  it('says so too when the root is away to begin with', async () => {
    root = join(realpathSync(tmpdir()), 'cadsync-watch-nothing');
    const failures: unknown[] = [];
    const options = { ignored: [], onHint: () => undefined, onFailure: (cause: unknown) => failures.push(cause) };
    const stopWatching = await watchFolders(root, options);
    stop = async () => stopWatching();
    expect(failures).toMatchObject([{ code: 'library-missing' }]);
  });

  it('says once that the system gives no more, and goes on with what it has', async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-watch-')));
    for (const name of ['a', 'b', 'c']) mkdirSync(join(root, name));
    const noMore = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const watchOne = ((folder: string, listener: WatchListener<string>) => {
      if (folder !== join(root, '')) throw noMore;
      return watch(folder, listener);
    }) as typeof watch;
    const failures: unknown[] = [];
    const appeared = Promise.withResolvers<string>();
    const options = { ignored: [], onHint: appeared.resolve, onFailure: (cause: unknown) => failures.push(cause) };
    const stopWatching = await watchFolders(root, options, watchOne);
    stop = async () => stopWatching();
    expect(failures).toEqual([noMore]);
    writeFileSync(join(root, 'new.rfa'), 'bytes');
    expect(await appeared.promise).toBe('new.rfa');
  });
});
