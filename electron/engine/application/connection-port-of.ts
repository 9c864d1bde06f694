import type { ConnectionPort } from '../ports.ts';
import type { ServiceSession } from './connection-ports.ts';

interface ConnectedService {
  readonly service: ServiceSession;
  readonly serviceId: string;
}

/** What the engine sees of a session with a service. @param connected the one there is now */
export function connectionPortOf(connected: () => ConnectedService | undefined): ConnectionPort {
  return {
    current: connected,
    requestsSpent: () => connected()?.service.requestsSpent(),
    limitsRequests: () => connected()?.service.limitsRequests() ?? false,
    fallAsleep: () => connected()?.service.fallAsleep(),
    wakeUp: () => connected()?.service.wakeUp(),
  };
}
