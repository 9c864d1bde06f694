import { createWorld, type World } from './world.ts';

/** A world with a process that dies when it is told to. */
export interface DyingWorld {
  readonly world: World;
  /** From now on the process dies after the `nth` change of its state. */
  readonly dieAtChange: (nth: number) => void;
  /** Waits until it died, starts it again, and waits until it has come to rest. */
  readonly startAgain: () => Promise<void>;
}

export function createDyingWorld(): DyingWorld {
  let changesLeft = Infinity;
  const world = createWorld({
    onStateChange: (moment) => {
      if (moment === 'after' && (changesLeft -= 1) === 0) world.crash();
    },
  });
  return {
    world,
    dieAtChange: (nth) => void (changesLeft = nth),
    async startAgain() {
      await world.clock.until(() => !world.isRunning(), 'the app died');
      await world.start();
      await world.idle();
    },
  };
}
