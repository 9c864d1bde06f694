import type { ViewCaller } from '../../../shared/api/caller.ts';
import { createCallHold, heldViews, type CallHold } from './call-hold.ts';
import type { ServiceAtHand } from './connection-ports.ts';
import type { ConnectionSession } from './connection-session.ts';
import { whileConnected } from './while-connected.ts';

/** The service that is connected, for people, add-ins and what waits. */
export interface AtHand {
  readonly now: () => ServiceAtHand | undefined;
  /** @throws AppError `not-connected`, or why it is not */
  readonly views: () => ViewCaller;
  /** The same views, of the service that is connected now and no later one. */
  readonly pinned: (views: ViewCaller) => ViewCaller;
  readonly whileHeld: CallHold['whileHeld'];
}

export function createAtHand(session: Pick<ConnectionSession, 'port' | 'service' | 'views'>): AtHand {
  const hold = createCallHold();
  const { port } = session;
  const views = (): ViewCaller => {
    const service = port.current()?.service;
    return heldViews(
      whileConnected(session.views(), () => port.current()?.service === service),
      hold,
    );
  };
  return {
    views,
    now() {
      const current = port.current();
      return current && { serviceId: current.serviceId, views: views(), remote: session.service() };
    },
    pinned(all) {
      const serviceId = port.current()?.serviceId;
      return whileConnected(all, () => port.current()?.serviceId === serviceId);
    },
    whileHeld: hold.whileHeld,
  };
}
