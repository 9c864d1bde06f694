import type { LibraryDisk } from '../../../electron/engine/ports.ts';

export type Operation = keyof LibraryDisk | 'readChunk';

/** Something a test wants to happen when the engine does `operation` to a path. */
export interface Hook {
  readonly operation: Operation;
  readonly path: string | RegExp;
  readonly moment: 'before' | 'after';
  times: number;
  readonly act: (path: string) => void | Promise<void>;
}

/** What tests want to happen at operations of a disk. */
export function createDiskHooks() {
  const hooks = new Set<Hook>();
  return {
    add: (hook: Hook): unknown => hooks.add(hook),

    async run(moment: Hook['moment'], operation: Operation, path: string): Promise<void> {
      for (const hook of [...hooks]) {
        const fits = typeof hook.path === 'string' ? hook.path === path : hook.path.test(path);
        if (hook.moment !== moment || hook.operation !== operation || !fits) continue;
        hook.times -= 1;
        if (hook.times <= 0) hooks.delete(hook);
        await hook.act(path);
      }
    },
  };
}
