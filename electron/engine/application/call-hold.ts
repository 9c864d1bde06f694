import type { ViewCaller } from '../../../shared/api/caller.ts';
import { viewsThrough } from './while-connected.ts';

/** Lets through what people and add-ins ask of the service, but for the moments in which another one is connected. */
export function createCallHold() {
  const underWay = new Set<Promise<unknown>>();
  let held: Promise<void> | undefined;

  /** Asks at once, unless calls are held. */
  async function pass<T>(ask: () => Promise<T>): Promise<T> {
    while (held) await held;
    const asked = ask();
    underWay.add(asked);
    try {
      return await asked;
    } finally {
      underWay.delete(asked);
    }
  }

  /** Works once all that was asked is answered, and before anything else is asked. */
  async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    try {
      await Promise.allSettled(underWay);
      return await work();
    } finally {
      held = undefined;
      resolve();
    }
  }

  return { pass, whileHeld };
}

export type CallHold = ReturnType<typeof createCallHold>;

/** The same views, where all that may write goes through a hold. Bytes only come: they hold nothing up. */
export function heldViews(views: ViewCaller, { pass }: Pick<CallHold, 'pass'>): ViewCaller {
  return { ...viewsThrough(views, pass), download: (...given) => views.download(...given) };
}
