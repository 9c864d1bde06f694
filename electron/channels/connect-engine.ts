import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { MessagePortMain } from 'electron';
import type { windowContract } from '../../shared/rpc/contract.ts';

/** The engine as a window asks it. */
export type EngineCalls = ContractRouterClient<typeof windowContract>;

/** A connection of the main process to the engine: it is one more window, without a page. */
export interface EngineConnection {
  readonly calls: EngineCalls;
  /** Settles when the engine at the other end is gone. */
  readonly ended: Promise<void>;
}

/** Makes the engine usable over the port that it was given for a window. */
export function connectEngine(port: MessagePortMain): EngineConnection {
  const ended = new Promise<void>((resolve) => port.once('close', () => resolve()));
  const calls: EngineCalls = createORPCClient(new RPCLink({ port }));
  port.start();
  return { calls, ended };
}
