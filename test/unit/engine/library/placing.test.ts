import { describe, expect, it } from 'vitest';
import { createPlacing } from '../../../../electron/engine/library/placing.ts';

/** Work that goes on until it is let go, and notes when it began and ended. */
function heldWork(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    letGo: resolve,
    work: async (): Promise<void> => {
      log.push(`${name} begins`);
      await promise;
      log.push(`${name} ends`);
    },
  };
}

describe('putting files at a path', () => {
  it('is done by one at a time, however the path is written', async () => {
    const placing = createPlacing();
    const log: string[] = [];
    const [first, second] = [heldWork(log, 'first'), heldWork(log, 'second')];
    const both = [
      placing.placeAt('Pumps/Größe.rfa', first.work),
      placing.placeAt('pumps/größe.RFA'.normalize('NFD'), second.work),
    ];
    second.letGo();
    first.letGo();
    await Promise.all(both);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('keeps nobody waiting who puts one elsewhere', async () => {
    const placing = createPlacing();
    const log: string[] = [];
    const [held, free] = [heldWork(log, 'held'), heldWork(log, 'free')];
    const waiting = placing.placeAt('pump.rfa', held.work);
    free.letGo();
    await placing.placeAt('valve.rfa', free.work);
    expect(log).toEqual(['held begins', 'free begins', 'free ends']);
    held.letGo();
    await waiting;
  });

  it('goes on after one that failed', async () => {
    const placing = createPlacing();
    const failing = placing.placeAt('pump.rfa', () => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    await expect(placing.placeAt('pump.rfa', async () => 'placed')).resolves.toBe('placed');
  });

  it('ends with the library, once what is put is in its place', async () => {
    const placing = createPlacing();
    const log: string[] = [];
    const [held, next] = [heldWork(log, 'held'), heldWork(log, 'next')];
    const begun = Promise.withResolvers<void>();
    const placed = placing.placeAt('pump.rfa', () => {
      begun.resolve();
      return held.work();
    });
    await begun.promise;
    const late = expect(placing.placeAt('pump.rfa', next.work)).rejects.toMatchObject({ code: 'unknown-item' });
    const ended = placing.endPlacing().then(() => log.push('over'));
    held.letGo();
    await Promise.all([placed, late, ended]);
    await expect(placing.placeAt('valve.rfa', next.work)).rejects.toMatchObject({ code: 'unknown-item' });
    expect(log).toEqual(['held begins', 'held ends', 'over']);
  });
});
