import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld({ programs: [revit2025] });
});
afterEach(() => world.close());

const hourMs = 3_600_000;

describe('a library that nobody works on', () => {
  it('costs one poll per interval and no other request', async () => {
    for (let file = 1; file <= 9; file += 1) world.hold(`EC00000${file}/MC000001/pump.rfa`, `file ${file}`);
    world.service.versions.publishElsewhere(recordOf('EC000011'), 'theirs');
    await world.open();
    const before = world.service.calls.length;
    await world.clock.advance(hourMs);
    const calls = world.service.calls.slice(before);
    expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(['listMetadata']));
    expect(calls.length).toBeGreaterThanOrEqual(59);
    expect(calls.length).toBeLessThanOrEqual(61);
  });

  it('wakes up for that poll and hardly more', async () => {
    await world.open();
    const before = world.clock.timersRun();
    await world.clock.advance(hourMs);
    expect(world.clock.timersRun() - before).toBeLessThan(300);
  });
});

describe('an app without a library', () => {
  it('does not stay busy', async () => {
    await world.start();
    await world.clock.advance(60_000);
    expect(world.clock.timersRun()).toBeLessThan(50);
  });
});

describe('a service that is away', () => {
  it('is asked less and less often, and once it is back everything goes on by itself', async () => {
    await world.open();
    world.service.setAway(true);
    for (let file = 1; file <= 9; file += 1) world.save(`EC00000${file}/MC000001/pump.rfa`, `file ${file}`);
    const before = world.service.calls.length;
    await world.clock.advance(hourMs);
    expect(world.service.calls.length - before).toBeLessThan(370);
    expect(world.engine.gate.state).toBe('serviceDown');
    expect(world.engine.isIdle()).toBe(false);
    world.service.setAway(false);
    await world.idle();
    expect(world.service.versions.keys()).toHaveLength(9);
    expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft']));
  });

  it('does not keep the app busy', async () => {
    await world.open();
    world.service.setAway(true);
    await world.clock.advance(60_000);
    const before = world.clock.timersRun();
    await world.clock.advance(hourMs);
    expect(world.clock.timersRun() - before).toBeLessThan(600);
  });

  it('is left alone for as long as it asks', async () => {
    await world.open();
    world.service.fail('any', { retryAfterMs: 10 * 60_000 });
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(1_000);
    const before = world.service.calls.length;
    await world.clock.advance(9 * 60_000);
    expect(world.service.calls.length).toBe(before);
  });

  it('is not asked every second when its list fails', async () => {
    await world.open();
    world.service.fail('listMetadata', 'internalError', 1_000_000);
    const before = world.service.calls.length;
    await world.clock.advance(hourMs);
    expect(world.service.calls.length - before).toBeLessThan(100);
  });
});

describe('a service that refuses the secret', () => {
  async function refused(times: number): Promise<void> {
    await world.open();
    world.service.fail('any', 'signInFailed', times);
    world.save('EC000001/MC000001/pump.rfa', 'bytes');
    await world.clock.until(() => world.engine.gate.state === 'signedOut', 'the connection is refused');
  }

  it('is asked again slowly, and at once when somebody changed something', async () => {
    await refused(1_000_000);
    const before = world.service.calls.length;
    await world.clock.advance(hourMs);
    expect(world.service.calls.length - before).toBeGreaterThan(3);
    expect(world.service.calls.length - before).toBeLessThan(10);
    expect(world.engine.gate.error).toMatchObject({ code: 'sign-in-failed' });
    world.service.mend();
    world.engine.connectionChanged();
    await world.idle();
    expect(world.service.versions.keys()).toHaveLength(1);
  });

  it('gets everything that waited once it accepts the secret again, and nobody has to do anything', async () => {
    await refused(3);
    await world.clock.advance(hourMs);
    expect(world.engine.gate.state).toBe('online');
    expect(world.service.versions.keys()).toHaveLength(1);
  });
});

describe('a sign-in that failed once', () => {
  it('does not end the questions for ever when something under way comes through after it', async () => {
    await world.open();
    const upload = world.service.hold('storeFile');
    world.save('EC000001/MC000001/pump.rfa', 'bytes');
    await world.clock.until(() => world.engine.transfers.running() > 0, 'the upload runs');
    world.service.fail('listMetadata', 'signInFailed', 1);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.until(() => world.engine.gate.state === 'signedOut', 'the connection is refused');
    upload.letGo();
    await world.idle();
    const before = world.service.callsOf('listMetadata');
    await world.clock.advance(hourMs);
    expect(world.engine.gate.state).toBe('online');
    expect(world.service.callsOf('listMetadata')).toBeGreaterThan(before);
  });
});

describe('a thousand new files', () => {
  it('cost few looks at what the service has of them, and two requests each', async () => {
    const count = 1_000;
    for (let file = 0; file < count; file += 1) {
      world.hold(`EC${String(file).padStart(6, '0')}/MC000001/pump.rfa`, `file ${file}`);
    }
    await world.open();
    expect(world.service.versions.keys()).toHaveLength(count);
    expect(world.service.callsOf('findCurrentMetadata')).toBeLessThanOrEqual(4);
    expect(world.service.callsOf('storeFile')).toBe(count);
    expect(world.service.callsOf('storeMetadata')).toBe(count);
  });
});
