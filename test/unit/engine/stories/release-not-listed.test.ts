import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CadContentVersions } from '../../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const hourMs = 3_600_000;

let world: World;
/** Until when the list of versions tells what it told before the first release. */
let lagsUntilMs: number;
/** Whether the service makes the releases it accepts. */
let isMade: boolean;
let released: number;

beforeEach(async () => {
  [lagsUntilMs, isMade, released] = [0, true, 0];
  world = createWorld();
  world.service.versions.tellNoHashes();
  world.hold(pump, 'one');
  await world.open();
});
afterEach(() => world.close());

/** Has the service answer releases with nothing, whatever draft they name, and its list lag behind. */
function lag(): void {
  const { versions } = world.service;
  const { answer } = versions;
  let old: unknown;
  versions.answer = (id, input): unknown => {
    if (id === 'release') {
      old ??= answer('listVersions', input);
      released += 1;
      if (isMade) versions.releaseElsewhere(key);
      return { versions: [] } satisfies Pick<CadContentVersions, 'versions'>;
    }
    return id === 'listVersions' && old && world.clock.now() < lagsUntilMs ? old : answer(id, input);
  };
}

const publish = (): number => world.publish([key], 'for the fair');
const errors = () => world.queued().map(({ state, error }) => [state, error?.code]);

async function restart(): Promise<void> {
  await world.close();
  await world.start();
}

/** Has the answer to the first release be lost, whether or not it was made, and the list lag behind. */
function loseAnswer(): void {
  const { versions } = world.service;
  const { answer } = versions;
  let old: unknown;
  versions.answer = (id, input): unknown => {
    if (id === 'release') {
      released += 1;
      old ??= answer('listVersions', input);
      if (released > 1 || isMade) versions.releaseElsewhere(key);
      if (released === 1) throw new AppError('service-unreachable');
      return { versions: [] } satisfies Pick<CadContentVersions, 'versions'>;
    }
    return id === 'listVersions' && old && world.clock.now() < lagsUntilMs ? old : answer(id, input);
  };
}

describe('a release whose answer was lost, at a service that lists late and makes of any draft a release', () => {
  beforeEach(loseAnswer);

  it.each([2_000, 15_000, 29_000])('is made once where the list lags for %i ms', async (lagMs) => {
    lagsUntilMs = world.clock.now() + lagMs;
    publish();
    await world.clock.advance(600_000);
    expect([released, world.service.versions.history(key)]).toEqual([1, ['0.1 one', '1.0 one']]);
    expect([errors(), world.states()[pump]]).toEqual([[], 'upToDate']);
  });

  it('is made once over a restart, too', async () => {
    lagsUntilMs = world.clock.now() + 25_000;
    publish();
    await world.clock.advance(5_000);
    expect(errors()).toEqual([['retrying', 'release-unsure']]);
    await restart();
    await world.clock.advance(600_000);
    expect([released, world.service.versions.history(key)]).toEqual([1, ['0.1 one', '1.0 one']]);
  });

  it('is made soon where it never arrived, and is not told of as a failure', async () => {
    isMade = false;
    publish();
    await world.clock.advance(90_000);
    expect([released, world.service.versions.history(key)]).toEqual([2, ['0.1 one', '1.0 one']]);
    expect(world.engine.activity.list(20).map(({ kind }) => kind)).not.toContain('failed');
  });
});

it('a release that the service did not look at is sent again as soon as that is asked for', async () => {
  world.service.fail('release', { retryAfterMs: 5_000 });
  publish();
  await world.clock.advance(20_000);
  expect(world.service.versions.history(key)).toEqual(['0.1 one', '1.0 one']);
});

it('a release is looked for from when its answer was given up, however long that was waited for', async () => {
  lag();
  lagsUntilMs = world.clock.now() + 110_000;
  const givenUp = Promise.withResolvers<void>();
  world.service.afterServing('release', async () => {
    await givenUp.promise;
    throw new AppError('service-timeout');
  });
  publish();
  await world.clock.advance(90_000);
  givenUp.resolve();
  await world.clock.advance(600_000);
  expect([released, world.service.versions.history(key)]).toEqual([1, ['0.1 one', '1.0 one']]);
  expect([errors(), world.states()[pump]]).toEqual([[], 'upToDate']);
});

describe('a release that is looked for', () => {
  it('leaves no doubt that the service answers', async () => {
    world.service.fail('release', 'lostRequest');
    publish();
    await world.clock.advance(5_000);
    expect([errors(), world.engine.gate.state]).toEqual([[['retrying', 'release-unsure']], 'online']);
  });

  it.each(['timeout', 'internalError'] as const)(
    'is sent again every half a minute where the service fails at it again and again (%s)',
    async (failure) => {
      world.service.fail('release', failure, 4);
      publish();
      await world.clock.advance(135_000);
      expect([world.service.callsOf('release'), errors(), world.states()[pump]]).toEqual([5, [], 'upToDate']);
    },
  );

  it('is made before what was saved meanwhile goes', async () => {
    world.service.fail('release', 'lostRequest');
    publish();
    await world.clock.advance(5_000);
    world.save(pump, 'two');
    await world.clock.advance(120_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 one', '1.0 one', '1.1 two']);
    expect([errors(), world.states()[pump]]).toEqual([[], 'draft']);
  });

  it('does not keep from the service what was saved meanwhile where that fails at it again', async () => {
    world.service.fail('release', 'timeout', Infinity);
    publish();
    await world.clock.advance(5_000);
    world.save(pump, 'two');
    await world.clock.advance(60_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 one', '0.2 two']);
  });

  it('is told of once where the service fails at it again and again, and counts no look as a try', async () => {
    world.service.fail('release', 'internalError', 9);
    publish();
    await world.clock.advance(125_000);
    expect(world.queued()).toMatchObject([{ attempts: world.service.callsOf('release') }]);
    await world.clock.advance(hourMs);
    expect(world.engine.activity.list(20).filter(({ kind }) => kind === 'failed')).toHaveLength(1);
    expect([errors(), world.states()[pump]]).toEqual([[], 'upToDate']);
  });
});

describe('a release that the service accepts and lists late', () => {
  beforeEach(lag);

  it.each([2_000, 60_000, 15 * 60_000])('is made once where the list lags for %i ms', async (lagMs) => {
    lagsUntilMs = world.clock.now() + lagMs;
    publish();
    await world.clock.advance(lagMs + 600_000);
    expect([released, world.service.versions.history(key)]).toEqual([1, ['0.1 one', '1.0 one']]);
    expect([errors(), world.states()[pump]]).toEqual([[], 'upToDate']);
  });

  it('is left to a person after an hour, also over restarts, and is never sent again by itself', async () => {
    isMade = false;
    publish();
    await world.clock.advance(hourMs / 2);
    expect(errors()).toEqual([['retrying', 'answer-incomplete']]);
    await restart();
    await world.clock.advance(hourMs / 2 + 600_000);
    expect(errors()).toEqual([['needsAttention', 'release-not-listed']]);
    await restart();
    world.engine.tryNow();
    await world.days(2);
    expect([released, errors()]).toEqual([1, [['needsAttention', 'release-not-listed']]]);
  });

  it('is found by itself, too, hours after a person was asked', async () => {
    lagsUntilMs = world.clock.now() + 3 * hourMs;
    publish();
    await world.clock.advance(2 * hourMs);
    expect(errors()).toEqual([['needsAttention', 'release-not-listed']]);
    await world.days(1);
    expect([released, errors(), world.states()[pump]]).toEqual([1, [], 'upToDate']);
  });

  it('is left to a person where the clock was set back since', async () => {
    isMade = false;
    world.clock.set(30 * 24 * hourMs);
    publish();
    await world.clock.advance(10_000);
    world.clock.set(-30 * 24 * hourMs);
    await world.days(1);
    expect(errors()).toEqual([['needsAttention', 'release-not-listed']]);
  });

  it('is sent again where a person asks for it again', async () => {
    isMade = false;
    publish();
    await world.clock.advance(2 * hourMs);
    isMade = true;
    expect(publish()).toBe(1);
    await world.clock.advance(10_000);
    expect([released, world.service.versions.history(key)]).toEqual([2, ['0.1 one', '1.0 one']]);
    expect([errors(), world.states()[pump]]).toEqual([[], 'upToDate']);
  });
});
