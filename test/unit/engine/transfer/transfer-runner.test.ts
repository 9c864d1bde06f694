import { expect, it } from 'vitest';
import type { Queue } from '../../../../electron/engine/queue/queue.ts';
import type { QueueEntry } from '../../../../electron/engine/queue/queue-entry.ts';
import { createTransferRunner } from '../../../../electron/engine/transfer/transfer-runner.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

/** Two downloads, the second of which is interrupted some microtasks after the first one; what is put back is due. */
function interruptTwo(microtasksLater: number) {
  const key = keyOf('EC000001');
  const waiting = [1, 2].map((entryId) => ({ entryId, key, libraryId: 'l', intent: { operation: 'download' } }));
  const all = new Map(waiting.map((entry) => [entry.entryId, entry]));
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  let tries = 0;
  const prove = async (): Promise<void> => {
    tries += 1;
    if (tries > 2) return new Promise(() => undefined);
    const ticks = tries === 1 ? 0 : microtasksLater;
    await interrupted;
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    throw new AppError('interrupted-by-sleep');
  };
  const queue = {
    claim: (_ids: unknown, most: number, howManyFit: (due: readonly QueueEntry[]) => number) =>
      waiting.splice(0, howManyFit(waiting.slice(0, most) as unknown as QueueEntry[])),
    putBack: (entryId: number) => waiting.push(...[all.get(entryId)].filter((entry) => entry !== undefined)),
    nextTryMs: () => undefined,
  } as unknown as Queue;
  const clock = createFakeClock();
  const files = { sizesOf: () => new Map() };
  const transfers = createTransferRunner({
    queue,
    ports: { clock, connection: { current: () => ({ service: {} }) }, log: () => undefined, random: () => 0.5 },
    libraries: { contextOf: () => ({ files, trees: () => undefined }), get: () => ({ prove }), readyIds: () => ['l'] },
    gate: { mayTry: () => true, isOpen: () => true },
    parallelTransfers: () => 4,
    tell: () => undefined,
  } as never);
  transfers.pump();
  return { transfers, interrupt, tries: () => tries };
}

it.each([0, 1, 2, 3])(
  'counts what goes on at once after it was interrupted %d microtasks after another one',
  async (microtasks) => {
    const { transfers, interrupt, tries } = interruptTwo(microtasks);
    interrupt();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([tries(), transfers.running()]).toEqual([4, 2]);
  },
);
