import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How long nothing has to happen before memory is given back: collecting all of it makes everybody wait for a moment.
 * Longer than reading threads rest, because what they leave goes with it.
 */
const restMs = 12_000;

/** Less than this is not worth that moment. */
const worthwhileBytes = 24 * 1024 * 1024;

/**
 * Gives memory back to the system while there is nothing to do. V8 keeps what a first sync or a long list took until it
 * needs more, and a program that lies in wait all day never does: hundreds of megabytes would stay with it.
 */
export function createMemoryAtRest() {
  const collect = findCollector();
  let timer: NodeJS.Timeout | undefined;
  let leastBytes = 0;

  function giveBack(): void {
    if (process.memoryUsage().heapTotal - leastBytes < worthwhileBytes) return;
    collect?.();
    leastBytes = process.memoryUsage().heapTotal;
  }

  return {
    /** Something happened: the time of rest starts over. */
    noteWork: (): void => {
      if (timer) timer.refresh();
      else timer = setTimeout(giveBack, restMs).unref();
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** `undefined` where the runtime hands it out to nobody. */
function findCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect !== 'function') return undefined;
  // The only flavor that also gives the pages back that are kept for new objects.
  return () => void (collect as NonNullable<typeof gc>)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
