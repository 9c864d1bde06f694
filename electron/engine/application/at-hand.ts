import type { ViewCaller } from '../../../shared/api/caller.ts';
import { createCallHold, heldViews } from './call-hold.ts';
import type { ServiceAtHand } from './connection-ports.ts';
import type { ConnectionSession } from './connection-session.ts';
import { whileConnected } from './while-connected.ts';

/** The service that is connected, for people, add-ins and what waits. */
export function createAtHand(session: Pick<ConnectionSession, 'port' | 'service' | 'views'>) {
  const hold = createCallHold();
  const { port } = session;
  /** @throws AppError `not-connected`, or why it is not */
  const views = (): ViewCaller => {
    const service = port.current()?.service;
    return heldViews(
      whileConnected(session.views(), () => port.current()?.service === service),
      hold,
    );
  };
  return {
    views,
    now: (): ServiceAtHand | undefined => {
      const current = port.current();
      return current && { serviceId: current.serviceId, views: views(), remote: session.service() };
    },
    /** The same views, of the service that is connected now and no later one. */
    pinned(all: ViewCaller): ViewCaller {
      const serviceId = port.current()?.serviceId;
      return whileConnected(all, () => port.current()?.serviceId === serviceId);
    },
    whileHeld: hold.whileHeld,
  };
}

export type AtHand = ReturnType<typeof createAtHand>;
