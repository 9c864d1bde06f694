import type { Clock } from '../ports.ts';
import type { ConnectionSession } from './connection-session.ts';

const waitMs = 10_000;

interface OpenAgainParts {
  readonly clock: Clock;
  readonly session: Pick<ConnectionSession, 'problem' | 'settings' | 'open'>;
  readonly onOpen: () => Promise<void>;
}

/**
 * Opens the service inside the app once more where that failed: another process has its data for a while (an import, a
 * copy), or its disk is full. Another service is asked anyway.
 */
export function createOpenAgain({ clock, session, onOpen }: OpenAgainParts) {
  let takeBack = (): void => undefined;
  let isClosed = false;

  const isAwaited = (): boolean => session.problem !== undefined && session.settings().kind === 'embedded';

  /** While it cannot be opened, it is tried by itself every 10 seconds. */
  function follow(): void {
    takeBack();
    if (isClosed || !isAwaited()) return;
    takeBack = clock.after(waitMs, () => void now());
  }

  async function now(): Promise<void> {
    if (!isAwaited()) return;
    await session.open();
    if (!session.problem && !isClosed) await onOpen();
    follow();
  }

  return {
    follow,
    now,
    close(): void {
      isClosed = true;
      takeBack();
    },
  };
}
