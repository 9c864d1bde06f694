import type { Session } from './session.svelte.ts';

/** Acts once the app is reached again, unless `signal` aborts before. */
export function onceConnected(session: Pick<Session, 'subscribe'>, act: () => void, signal: AbortSignal): void {
  const stop = session.subscribe(({ kind }) => {
    if (kind !== 'snapshot') return;
    stop();
    act();
  });
  signal.addEventListener('abort', stop, { once: true });
}
