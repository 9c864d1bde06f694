import { setTimeout as wait } from 'node:timers/promises';
import { connectToRunning } from '../../electron/channels/connect-commands.ts';
import type { RunningProcess } from './processes.ts';

/**
 * The calls of the engine that runs with a state, once it answers them, however long it takes to start.
 * @throws Error where it ends before
 */
export async function untilAnswered(state: string, running: RunningProcess) {
  let isOver = false;
  void running.ended.then(() => (isOver = true));
  for (;;) {
    const calls = await connectToRunning(state);
    if (calls) return calls;
    if (isOver) throw new Error(`It ended before it answered: ${running.output()}${running.errors()}`);
    await wait(50);
  }
}
