import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
// Types only: the schemas behind them stay out of the window's script.
import type { windowContract } from '../../shared/rpc/contract.ts';
import type { Carrier } from './carrier.ts';

/** The engine's calls, derived from the window contract. */
export type EngineClient = ContractRouterClient<typeof windowContract>;

/** Thrown by calls made while there is no connection; the banner at the top of the window speaks of it. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** A client that stays the same while connections come and go. */
export function createEngineClient(current: () => Carrier | undefined): EngineClient {
  return createORPCClient<EngineClient>({
    call: (path, input, options) => {
      const carrier = current();
      if (!carrier) return Promise.reject(new NotConnectedError('There is no connection to the app.'));
      return carrier.link.call(path, input, options);
    },
  });
}
