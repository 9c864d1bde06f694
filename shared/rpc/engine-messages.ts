import { z } from 'zod';
import { errorRecord } from './error-record.ts';

/** What the main process says to the engine's process. `start` and `window` carry one port each. */
export const messageToEngine = z.discriminatedUnion('kind', [
  /** The first message; its port is the private one of the shell contract. */
  z.object({ kind: z.literal('start'), dataDir: z.string().min(1), productVersion: z.string() }),
  /** A window is there; its port carries the window contract. */
  z.object({ kind: z.literal('window') }),
  /** The computer is about to sleep. */
  z.object({ kind: z.literal('fallAsleep') }),
  /** The computer woke up. */
  z.object({ kind: z.literal('wakeUp') }),
  /** The computer runs on its battery, or on mains again. */
  z.object({ kind: z.literal('onBattery') }),
  z.object({ kind: z.literal('onMains') }),
  /** Finish what is being written, close everything and end. */
  z.object({ kind: z.literal('stop') }),
]);
export type MessageToEngine = z.output<typeof messageToEngine>;

/** What the engine's process says to the main process. */
export const messageFromEngine = z.discriminatedUnion('kind', [
  /** Windows may come. */
  z.object({ kind: z.literal('ready') }),
  /** It cannot start; it then waits to be ended. */
  z.object({ kind: z.literal('failed'), error: errorRecord }),
]);
export type MessageFromEngine = z.output<typeof messageFromEngine>;
