import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedClass } from '../../../fakes/engine/assign-class.ts';
import { holdSending } from '../../../fakes/engine/hold-sending.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** @returns lets it be written that bytes are to be sent, and waits for what comes of that */
async function whileNoted(begin: () => unknown): Promise<() => Promise<void>> {
  const letWrite = await holdSending(world, begin);
  return async () => {
    letWrite();
    await world.clock.advance(100);
    await world.idle();
  };
}

describe.each([true, false])(
  'while it is being written that bytes are to be sent (with metadata: %s)',
  (takesFiles) => {
    beforeEach(() => world.service.setTakesFiles(takesFiles));

    it('a class is taken back: no version under it', async () => {
      world.hold('pump.rfa', 'a pump');
      await world.open();
      const { picks } = world.engine;
      let pickId = '';
      const goOn = await whileNoted(async () => {
        pickId = (await picks.assign(world.libraryId(), new Map([['pump.rfa', namedClass('EC000002')]]))) ?? '';
      });
      await picks.undo(pickId);
      await goOn();
      expect(world.service.versions.keys()).toEqual([]);
      expect(world.states()).toEqual({ 'pump.rfa': 'unassigned' });
    });

    it('a release is withdrawn: the draft stays here', async () => {
      world.hold(pump, 'base');
      await world.open();
      await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
      world.save(pump, 'mine');
      await world.idle();
      const goOn = await whileNoted(() => world.publish([key], 'For everybody'));
      const { entryId } = world.engine.queue.releaseOf(world.libraryId(), key) ?? { entryId: 0 };
      expect(world.engine.withdraw(entryId)).toMatchObject({ withdrawn: 1 });
      await goOn();
      expect(world.service.versions.history(key)).toEqual(['0.1 base']);
    });

    it('the service tells of a newer version: it is not passed over', async () => {
      world.service.versions.ignoreBases();
      world.hold(pump, 'base');
      await world.open();
      const goOn = await whileNoted(() => world.save(pump, 'mine'));
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.clock.advance(1_000);
      expect(world.engine.runnerOf(world.libraryId()).context.trees()?.remote(key)?.version.minor).toBe(2);
      await goOn();
      expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
    });

    it('another file of the key comes that stood still for long: a person picks', async () => {
      await world.open();
      const goOn = await whileNoted(() => world.save(pump, 'a pump'));
      world.hold('EC000001/MC000001/valve.rfa', 'a valve');
      world.watcher.hint('EC000001/MC000001/valve.rfa');
      await world.clock.advance(1_000);
      await goOn();
      expect(world.service.versions.keys()).toEqual([]);
    });
  },
);
