import type { Application } from '../engine/application/application.ts';
import { procedures as os } from './window-procedures.ts';

/** What the window asks when somebody looks into files. */
export function createLookRoutes({ looks }: Application) {
  return {
    open: os.looks.open.handler(({ input, signal }) => looks.open(input.fileId, input.side, signal)),
    bytes: os.looks.bytes.handler(async ({ input }) => {
      const bytes = await looks.sceneBytes(input.sceneId, input.offset);
      return new Blob([new Uint8Array(bytes)]);
    }),
    distances: os.looks.distances.handler(({ input: { fileId, before, after }, signal }) =>
      looks.distances(fileId, before, after, signal),
    ),
    compare: os.looks.compare.handler(({ input: { fileId, before, after, mayFetch }, signal }) =>
      looks.compare(fileId, before, after, { signal, mayFetch }),
    ),
  };
}
