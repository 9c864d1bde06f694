import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';
import type { Failure } from '../../../fakes/engine/service.ts';
import type { OperationId } from '../../../../shared/api/contract.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const failures: Failure[] = [
  'lostRequest',
  'lostAnswer',
  'timeout',
  'unauthorized',
  'internalError',
  { retryAfterMs: 5_000 },
];

describe('one saved state makes one version', () => {
  for (const operation of ['listMetadata', 'findCurrentMetadata', 'storeFile', 'storeMetadata'] as OperationId[]) {
    for (const failure of failures) {
      it(`when ${operation} meets ${JSON.stringify(failure)}`, async () => {
        world.hold(pump, 'first');
        world.service.fail(operation, failure, 2);
        await world.open();
        expect(world.service.versions.history(key)).toEqual(['0.1 first']);
        expect(world.states()).toEqual({ [pump]: 'draft' });
      });
    }
  }

  it('when the answer is lost, the service tells no hashes and the file stays', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.open();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('when the answer is lost and then the designer edits: the edit is the next version', async () => {
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.save(pump, 'second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toEqual([]);
  });

  it('when the answer is lost, the service tells no hashes and then the designer edits: the edit is the next version', async () => {
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

  it('when the answer is lost and then the designer goes back to what was there before: that is the next version', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.fail('storeMetadata', 'lostAnswer');
    world.save(pump, 'second');
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.save(pump, 'first');
    await world.idle();
    expect(world.disk.text(pump)).toBe('first');
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '0.3 first']);
  });

  it('when the answer is lost, somebody else goes on from it and the designer edits: that is a conflict', async () => {
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });

  it('when the answer to the first upload is lost and then the designer deletes the file: it does not come back', async () => {
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.idle();
    expect(world.disk.paths()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
  });

  it('when the service dropped the bytes before their metadata came', async () => {
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostRequest');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the request was lost');
    world.service.versions.blobs.clear();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });
});

describe('a draft of which the service tells that it holds other bytes', () => {
  const loseTheBytes = (): void => {
    const { blobs } = world.service.versions;
    for (const blobId of blobs.keys()) blobs.set(blobId, new TextEncoder().encode('somebody else’s'));
  };

  it('is followed by what was meant, where the bytes were there since before the service was brought back', async () => {
    world.hold(pump, 'first');
    world.service.fail('storeMetadata', 'lostRequest');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the request was lost');
    loseTheBytes();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 somebody else’s', '0.2 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is a conflict, and not sent again and again, where they were sent just now', async () => {
    world.hold(pump, 'first');
    world.service.afterServing('storeFile', async () => loseTheBytes());
    await world.open();
    expect(world.service.versions.history(key)).toEqual(['0.1 somebody else’s']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.disk.text(pump)).toBe('first');
  });
});

describe('one wish to publish makes one release', () => {
  beforeEach(async () => {
    world.hold(pump, 'first');
    await world.open();
  });

  for (const failure of failures) {
    it(`when the release meets ${JSON.stringify(failure)}`, async () => {
      world.service.fail('release', failure, 1);
      world.publish([key], 'for the fair');
      await world.idle();
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
      expect(world.states()).toEqual({ [pump]: 'upToDate' });
    });
  }

  it('waits for the upload of what it is to publish', async () => {
    world.service.setAway(true);
    world.save(pump, 'second');
    await world.clock.advance(10_000);
    world.publish([key], 'the second');
    world.service.setAway(false);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '1.0 second']);
  });

  /** A release whose answer was lost, at a service that has nothing of it. */
  async function loseAnswerAndConnectToAnother(): Promise<void> {
    world.service.fail('release', 'lostAnswer');
    world.publish([key], 'for the fair');
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.connect('second');
    await world.idle();
  }

  it('is known for made when another service, which is not asked for it, was connected in between', async () => {
    await loseAnswerAndConnectToAnother();
    expect(world.queued()).toMatchObject([{ serviceId: 'first', state: 'waiting' }]);
    await world.connect('first');
    await world.idle();
    expect(world.queued()).toEqual([]);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });

  it('can be taken back at a service to which it was never sent', async () => {
    await loseAnswerAndConnectToAnother();
    world.engine.withdraw(world.queued()[0]?.entryId ?? 0);
    expect(world.queued()).toEqual([]);
  });

  it('does not publish a draft of somebody else', async () => {
    world.service.setAway(true);
    world.publish([key], 'mine');
    await world.clock.advance(1_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.setAway(false);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'needsAttention', error: { code: 'newer-draft-on-service' } });
  });

  it('is shown on the one row of its file, also when the next edit waits beside it', async () => {
    world.service.setLicenseAccepted(false);
    world.publish([key], 'mine');
    await world.idle();
    world.save(pump, 'second');
    await world.idle();
    const query = { serviceId: 'first', languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 10 } as const;
    expect(world.engine.fileList.list(query)).toMatchObject({ total: 1, rows: [{ path: pump, state: 'needsYou' }] });
  });

  it('can be taken back after the license code was rejected', async () => {
    world.service.setLicenseAccepted(false);
    world.publish([key], 'mine');
    await world.idle();
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'needsAttention', error: { code: 'license-code-rejected' } });
    world.engine.withdraw(entry?.entryId ?? 0);
    expect(world.queued()).toEqual([]);
  });
});

describe('a download', () => {
  for (const failure of ['truncatedBody', 'wrongBytes', 'lostRequest', 'internalError'] as const) {
    it(`that meets ${failure} puts nothing in place and is repeated`, async () => {
      world.hold(pump, 'mine');
      await world.open();
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.service.fail('getFile', failure, 1);
      const texts = new Set<string | undefined>();
      world.disk.on('stat', pump, () => void texts.add(world.disk.text(pump)), 1_000);
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.idle();
      texts.add(world.disk.text(pump));
      expect([...texts].every((text) => text === 'mine' || text === 'theirs')).toBe(true);
      expect(world.disk.text(pump)).toBe('theirs');
      expect(world.disk.paths()).toEqual([pump]);
    });
  }
});

describe('a rejected license code', () => {
  it('needs a person, drops nothing, and goes on when a new one is there', async () => {
    world.service.setLicenseAccepted(false);
    world.hold(pump, 'first');
    await world.open();
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
    expect(world.engine.gate.state).toBe('online');
    world.service.setLicenseAccepted(true);
    world.engine.transfers.licenseChanged();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('does not hold back downloads', async () => {
    world.service.setLicenseAccepted(false);
    world.hold(pump, 'first');
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    await world.open();
    expect(world.disk.text('EC000002_v1/MC000001_v1/pump.rfa')).toBe('theirs');
  });
});

describe('a file that goes before its bytes were made a version', () => {
  it('was never on the service: nobody is told that it was removed', async () => {
    world.hold(pump, 'first');
    await world.start();
    const { arrived } = world.service.hold('storeFile');
    await world.addLibrary();
    await world.clock.advance(5_000);
    await arrived;
    world.disk.delete(pump);
    world.crash();
    await world.start();
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({});
    expect(world.service.versions.history(key)).toEqual([]);
  });
});
