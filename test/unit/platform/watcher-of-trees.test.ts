import { EventEmitter } from 'node:events';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWatcher } from '../../../electron/platform/watcher.ts';

/** chokidar where the system watches whole trees, without a system. */
class Tree extends EventEmitter {
  isClosed = false;
  async close(): Promise<void> {
    this.isClosed = true;
    this.removeAllListeners();
  }
}

let tree: Tree;
/** What happens when it begins. */
let onBegin: () => unknown;
const trees = {
  watch() {
    tree = new Tree();
    queueMicrotask(() => onBegin());
    return tree;
  },
};

const root = resolve('/library');
const refusal = (code: string, path?: string): Error => Object.assign(new Error(code), { code, path });

let hints: string[];
let failures: unknown[];

async function begin(): Promise<void> {
  await createWatcher(true, async () => trees as never).watch(
    root,
    (path) => hints.push(path),
    (cause) => failures.push(cause),
  );
}

beforeEach(() => {
  onBegin = () => tree.emit('ready');
  hints = [];
  failures = [];
});

describe('a watcher of a whole tree', () => {
  it.each(['EPERM', 'EACCES', 'UNKNOWN', 'ECONNRESET'])(
    'says that it hears nothing any more when the system ends it, and ends: %s',
    async (code) => {
      await begin();
      tree.emit('error', refusal(code));
      expect(failures).toMatchObject([{ code: 'library-missing', cause: { code } }]);
      expect(tree.isClosed).toBe(true);
    },
  );

  it('says so too when it cannot begin', async () => {
    onBegin = () => tree.emit('error', refusal('UNKNOWN', root));
    await begin();
    expect(failures).toMatchObject([{ code: 'library-missing', cause: { code: 'UNKNOWN' } }]);
    expect(tree.isClosed).toBe(true);
  });

  it('says so, and that anything may have changed, when the root is away', async () => {
    await begin();
    tree.emit('unlinkDir', root);
    expect(failures).toMatchObject([{ code: 'library-missing' }]);
    expect(hints).toEqual(['']);
    expect(tree.isClosed).toBe(true);
  });

  it('goes on when a folder in it is not for this user', async () => {
    await begin();
    tree.emit('error', refusal('EPERM', join(root, 'theirs')));
    expect([failures, tree.isClosed]).toEqual([[], false]);
  });

  it('says nothing about what lies outside of it', async () => {
    await begin();
    tree.emit('raw', 'rename', 'other', { watchedPath: resolve('/') });
    tree.emit('raw', 'rename', null, { watchedPath: resolve('/') });
    tree.emit('raw', 'rename', '..pump.rfa', { watchedPath: root });
    expect(hints).toEqual(['..pump.rfa']);
  });
});
