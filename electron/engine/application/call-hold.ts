import type { ViewCaller } from '../../../shared/api/caller.ts';
import { viewsThrough, type Pass } from './while-connected.ts';

/** Calls that pass, or wait. */
export interface CallHold {
  /** Asks at once, unless calls are held. */
  readonly pass: Pass;
  /** Works once all that was asked is answered, and before anything else is asked. */
  readonly whileHeld: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Lets through what people and add-ins ask of the service, but for the moments in which another one is connected. */
export function createCallHold(): CallHold {
  const underWay = new Set<Promise<unknown>>();
  let held: Promise<void> | undefined;

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

/** The same views, where all that may write goes through a hold. Bytes only come: they hold nothing up. */
export function heldViews(views: ViewCaller, { pass }: Pick<CallHold, 'pass'>): ViewCaller {
  return { ...viewsThrough(views, pass), download: (...given) => views.download(...given) };
}
