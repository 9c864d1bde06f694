import { powerMonitor } from 'electron';
import type { EngineProcess } from './engine-process.ts';

/** What Electron says, and what the engine is told. */
const told = { suspend: 'fallAsleep', resume: 'wakeUp', 'on-battery': 'onBattery', 'on-ac': 'onMains' } as const;

/** Tells the engine when the computer falls asleep, wakes up, and what it runs on. @returns ends it */
export function followPower(engine: Pick<EngineProcess, 'tell'>): () => void {
  const listeners = Object.entries(told).map(([event, power]) => ({ event, listen: () => engine.tell(power) }));
  // Its types have an overload for each event.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  for (const { event, listen } of listeners) monitor.on(event, listen);
  return () => {
    for (const { event, listen } of listeners) monitor.off(event, listen);
  };
}
