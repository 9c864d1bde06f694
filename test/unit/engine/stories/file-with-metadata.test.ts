import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesWithMetadataLimits } from '../../../../shared/api/limits.ts';
import type { OperationId } from '../../../../shared/api/contract.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../../shared/errors/catalogue.ts';
import type { Failure } from '../../../fakes/engine/service.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
  world.service.setTakesFiles(true);
});
afterEach(() => world.close());

/** How often the bytes went alone, and how often metadata was stored. */
const requests = (): readonly number[] => [world.service.callsOf('storeFile'), world.service.callsOf('storeMetadata')];

describe('a service that takes a file along with its metadata', () => {
  it('gets a short file in one request', async () => {
    world.hold(pump, 'first');
    await world.open();
    expect(requests()).toEqual([0, 1]);
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it.each([
    [0, 'one request'],
    [1, 'two requests'],
  ])('gets a file that is %d bytes longer than the longest short one in %s', async (moreBytes, sent) => {
    world.hold(pump, 'x'.repeat(filesWithMetadataLimits.fileBytes + moreBytes));
    await world.open();
    expect(requests()).toEqual(sent === 'one request' ? [0, 1] : [1, 1]);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  const failures: Failure[] = ['lostRequest', 'lostAnswer', 'timeout', 'internalError', { retryAfterMs: 5_000 }];
  for (const operation of ['findCurrentMetadata', 'storeMetadata'] as OperationId[]) {
    for (const failure of failures) {
      it(`makes one version of one saved state when ${operation} meets ${JSON.stringify(failure)}`, async () => {
        world.hold(pump, 'first');
        world.service.fail(operation, failure, 2);
        await world.open();
        expect(world.service.versions.history(key)).toEqual(['0.1 first']);
        expect(world.states()).toEqual({ [pump]: 'draft' });
      });
    }
  }

  it('knows its answer that was lost, where the designer edits then: the edit is the next version', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.save(pump, 'second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('gets nothing of a file that is saved while it is read for sending, and then the later save', async () => {
    world.hold(pump, 'first');
    world.disk.on('read', pump, async () => world.disk.write(pump, 'later'));
    await world.open();
    expect(world.service.versions.history(key)).toEqual(['0.1 later']);
  });

  it.each<ErrorCode>(['malformed-body', 'request-rejected', 'unknown-blob'])(
    'gets both one by one where it refuses them with %s after all',
    async (code) => {
      const { call } = world.service.port;
      world.service.port.call = async (id, input, options) => {
        if (input.file) throw new AppError(code, { receivedStatus: 400 });
        return call(id, input, options);
      };
      world.hold(pump, 'first');
      await world.open();
      expect(requests()).toEqual([1, 1]);
      expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    },
  );

  it('tells of a newer version on it as it does otherwise: both are kept', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'mine');
    await world.clock.advance(10_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.setAway(false);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
  });
});
