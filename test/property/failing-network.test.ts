import { expect, it } from 'vitest';
import type { Failure } from '../fakes/engine/service.ts';
import { createWorld, keyOf, recordOf } from '../fakes/engine/world.ts';
import { createSeededRandom, type SeededRandom } from '../simulator/seeded-random.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const minuteMs = 60_000;

/** The ways in which a network fails, the service behind it included. */
const ways: Readonly<Record<string, Failure>> = {
  'no network': 'noNetwork',
  'a refused connection': 'lostRequest',
  'a connection that is reset before the answer': 'lostAnswer',
  'an internal error': 'internalError',
  'a service that is not available': 'unavailable',
  'a refused token': 'unauthorized',
  'a limit': { retryAfterMs: 20_000 },
  'the page of a captive portal': 'portalPage',
  'half a body': 'truncatedBody',
  'a service that hangs': 'timeout',
  'a computer that falls asleep': 'sleep',
};

interface Trouble {
  readonly failure: Failure;
  /** So many requests are answered first, and so many fail then. */
  readonly after: number;
  readonly times: number;
}

/** A designer saves, publishes, saves on and publishes again, while a colleague sends something else. */
async function workThrough(troubles: readonly Trouble[]) {
  const world = createWorld();
  try {
    await world.open();
    const before = world.service.calls.length;
    for (const { failure, after, times } of troubles) world.service.fail('any', failure, times, after);
    world.save(pump, 'one');
    world.service.versions.publishElsewhere(recordOf('EC000003', 'fan'), 'theirs');
    await world.clock.advance(10_000);
    world.publish([keyOf('EC000001')], 'the first');
    await world.clock.advance(2 * minuteMs);
    world.save(valve, 'beside');
    await world.idle(30 * minuteMs);
    world.save(pump, 'two');
    await world.clock.advance(10_000);
    world.publish([keyOf('EC000001')], 'the second');
    await world.clock.advance(20 * minuteMs);
    await world.idle(30 * minuteMs);
    const { history } = world.service.versions;
    return {
      requests: world.service.calls.length - before,
      outcome: {
        pump: history(keyOf('EC000001')),
        valve: history(keyOf('EC000002')),
        fetched: Object.entries(world.states()).flatMap(([path]) =>
          path.includes('EC000003') ? world.disk.text(path) : [],
        ),
        states: new Set(Object.values(world.states())),
        connection: world.engine.gate.state,
        needsPerson: world.engine.queue.counts().needsAttention,
      },
    };
  } finally {
    await world.close();
  }
}

const everythingOnceInOrder = {
  pump: ['0.1 one', '1.0 one', '1.1 two', '2.0 two'],
  valve: ['0.1 beside'],
  fetched: ['theirs'],
  states: new Set(['upToDate', 'draft']),
  connection: 'online',
  needsPerson: 0,
};

const seed = 20_261;
/** With polls in between; the requests of the work itself are among them. */
const firstRequests = 24;

it('without trouble everything arrives', async () => {
  const { requests, outcome } = await workThrough([]);
  expect(outcome).toEqual(everythingOnceInOrder);
  expect(requests).toBeGreaterThan(firstRequests);
});

it.each(Object.keys(ways))(
  `after %s between any two requests everything arrives once, in order (seed ${seed})`,
  { timeout: 60_000 },
  async (way) => {
    const random = createSeededRandom(seed);
    for (let after = 0; after < firstRequests; after += 1) {
      const troubles = [{ failure: ways[way] ?? 'timeout', after, times: random.between(1, 4) }];
      expect((await workThrough(troubles)).outcome, JSON.stringify(troubles)).toEqual(everythingOnceInOrder);
    }
  },
);

it(`after any three of them everything arrives once, in order (seed ${seed})`, { timeout: 60_000 }, async () => {
  const random = createSeededRandom(seed);
  for (let run = 0; run < 60; run += 1) {
    const troubles = [anyTrouble(random), anyTrouble(random), anyTrouble(random)];
    expect((await workThrough(troubles)).outcome, JSON.stringify(troubles)).toEqual(everythingOnceInOrder);
  }
});

function anyTrouble(random: SeededRandom): Trouble {
  const failure = random.pick(Object.values(ways));
  return { failure, after: random.between(0, firstRequests), times: random.between(1, 5) };
}
