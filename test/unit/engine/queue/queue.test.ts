import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../electron/engine/ports.ts';
import { createQueue, type Queue } from '../../../../electron/engine/queue/queue.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { keyOf } from '../../../fakes/engine/world.ts';
import { queuedOf } from '../../../fakes/engine/queued-of.ts';

const one = keyOf('EC000001');
const two = keyOf('EC000002');
const library = 'library';

let nowMs: number;
let database: Database;
let queue: Queue;
let serviceId: string | undefined;
beforeEach(() => {
  nowMs = 1_000;
  serviceId = 's';
  database = openSqlite(':memory:');
  migrate(database);
  queue = createQueue(database, { steadyMs: () => nowMs, now: () => nowMs + 7_000 }, () => serviceId);
});

const upload = (letter = 'a') => ({
  operation: 'upload' as const,
  path: 'pump.rfa',
  sha256: letter.repeat(64) as Sha256,
});
const release = { operation: 'release' as const, comment: 'for the fair' };
const claim = () => queue.claim([library], 1)[0];

describe('the queue', () => {
  it('gives entries in the order they came, each once', () => {
    queue.putTransfer(library, one, upload());
    queue.putTransfer(library, two, upload());
    expect([claim()?.key, claim()?.key, claim()?.key]).toEqual([one, two, undefined]);
  });

  it('says since when an entry is queued by the clock that people see', () => {
    queue.putTransfer(library, one, upload());
    expect(queue.transferOf(library, one)?.createdMs).toBe(8_000);
  });

  it('gives only entries of the libraries asked for', () => {
    queue.putTransfer('another', one, upload());
    expect(claim()).toBeUndefined();
    expect(queue.claim(['another', library], 1)[0]?.key).toBe(one);
  });

  it('keeps one transfer of a key: the newest wish', () => {
    queue.putTransfer(library, one, upload('a'));
    queue.putTransfer(library, one, upload('b'));
    expect(queuedOf({ queue }).map(({ intent }) => intent)).toEqual([upload('b')]);
  });

  it('keeps the progress of an equal wish', () => {
    queue.putTransfer(library, one, upload());
    const entryId = queuedOf({ queue })[0]?.entryId ?? 0;
    queue.setIntent(entryId, { ...upload(), blobId: 'blob' });
    queue.putTransfer(library, one, upload());
    expect(queue.get(entryId)?.intent).toEqual({ ...upload(), blobId: 'blob' });
  });

  it('leaves a running transfer to its end', () => {
    queue.putTransfer(library, one, upload('a'));
    const running = claim();
    queue.putTransfer(library, one, upload('b'));
    queue.dropTransfer(library, one);
    expect(queuedOf({ queue }).map(({ entryId, state }) => [entryId, state])).toEqual([[running?.entryId, 'running']]);
  });

  it('lets what was saved since wait while a release of its key runs', () => {
    queue.putRelease(library, one, release);
    const running = claim();
    expect(running?.intent.operation).toBe('release');
    queue.putTransfer(library, one, upload());
    expect(claim()).toBeUndefined();
    queue.finish(running?.entryId ?? 0);
    expect(claim()?.intent.operation).toBe('upload');
  });

  it('lets a release wait for the upload of its key, also while that needs a person', () => {
    queue.putTransfer(library, one, upload());
    queue.putRelease(library, one, release);
    const first = claim();
    expect(first?.intent.operation).toBe('upload');
    expect(claim()).toBeUndefined();
    queue.park(first?.entryId ?? 0, { code: 'license-code-rejected' });
    expect(claim()).toBeUndefined();
    queue.finish(first?.entryId ?? 0);
    expect(claim()?.intent.operation).toBe('release');
  });

  it('puts what a person asked for ahead, and the upload it waits for too', () => {
    queue.putTransfer(library, one, upload());
    queue.putTransfer(library, two, upload());
    queue.putRelease(library, two, release);
    expect(claim()?.key).toBe(two);
  });

  it('tries again when the time has come and not before', () => {
    queue.putTransfer(library, one, upload());
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'internal-error' });
    expect(claim()).toBeUndefined();
    expect(queue.nextTryMs()).toBe(5_000);
    nowMs = 5_000;
    expect(claim()).toMatchObject({ key: one, attempts: 1 });
  });

  it('tries what was parked for a license code when there is a new one, and nothing else', () => {
    queue.putTransfer(library, one, upload());
    queue.park(claim()?.entryId ?? 0, { code: 'license-code-rejected' });
    queue.putTransfer(library, two, upload());
    queue.park(claim()?.entryId ?? 0, { code: 'target-occupied' });
    expect(queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 2 });
    queue.tryWithLicense();
    expect([claim()?.key, claim()]).toEqual([one, undefined]);
  });

  it('tries at once after an outage what failed as in one, still saying how, and nothing that waits for its time', () => {
    queue.putTransfer(library, one, upload());
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'internal-error' });
    queue.putTransfer(library, two, upload());
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'file-in-use' });
    queue.tryAfterOutage();
    expect([claim(), claim()]).toMatchObject([{ key: one, error: { code: 'internal-error' } }, undefined]);
  });

  it('looks again at what only a person ends at its place, and says all the while that it needs them', () => {
    const download = { operation: 'download' as const, version: { major: 0, minor: 1 } };
    queue.putTransfer(library, one, download);
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'file-read-only' });
    expect(queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 1 });
    expect([queue.isEmptyFor([library]), queue.nextTryMs(), queue.soonestTryMs(), claim()]).toEqual([
      false,
      5_000,
      5_000,
      undefined,
    ]);
    nowMs = 5_000;
    expect(claim()).toMatchObject({ key: one, attempts: 1, isTimed: true });
    expect(queue.counts()).toEqual({ waiting: 0, running: 1, needsAttention: 1 });
    // It is not due meanwhile, so that nothing asks for it over and over.
    expect([claim(), queue.nextTryMs()]).toEqual([undefined, 20_000]);
  });

  it('looks again at a release that only a person helps only in its turn, and at the service that it was asked of', () => {
    queue.putRelease(library, one, release);
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'disk-full' });
    queue.putTransfer(library, one, upload());
    nowMs = 5_000;
    expect(queue.claim([library], 5).map(({ intent }) => intent.operation)).toEqual(['upload']);
    queue.finish(queue.transferOf(library, one)?.entryId ?? 0);
    nowMs = 20_000;
    serviceId = 't';
    expect([claim(), queue.nextTryMs()]).toEqual([undefined, 35_000]);
    nowMs = 35_000;
    serviceId = 's';
    expect(claim()?.intent.operation).toBe('release');
  });

  it('comes back later to what is of a library that does not take part now', () => {
    queue.putTransfer(library, one, upload());
    queue.retryAt(claim()?.entryId ?? 0, 5_000, { code: 'file-read-only' });
    nowMs = 5_000;
    expect(queue.claim(['another'], 1)).toEqual([]);
    expect(queue.nextTryMs()).toBe(20_000);
  });

  it('tries what the service did not have when it says something else of that key', () => {
    for (const key of [one, two]) {
      queue.putTransfer(library, key, upload());
      queue.park(claim()?.entryId ?? 0, { code: 'not-found' });
    }
    queue.tryChangedAgain(library, [two]);
    expect([claim()?.key, claim()]).toEqual([two, undefined]);
  });

  it('tries a release again for which a file was picked, and one that waits for its draft once that can be sent', () => {
    queue.putRelease(library, one, release);
    queue.park(claim()?.entryId ?? 0, { code: 'several-files' });
    queue.tryReleasesAgain(library, one, true);
    queue.lookAgainAt(claim()?.entryId ?? 0, 5_000, { code: 'draft-not-sent' });
    // What waits for its draft is in nobody's way, and was not tried.
    expect(queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 0 });
    queue.tryReleasesAgain(library, one, true);
    expect(claim()).toBeUndefined();
    queue.tryReleasesAgain(library, one, false);
    expect(claim()).toMatchObject({ key: one, attempts: 1 });
  });

  it('takes a release for outdated that is of other bytes or needs a person, unless it was sent and may be listed yet', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)] as [Sha256, Sha256];
    const entryId = queue.putRelease(library, one, { ...release, sha256: a });
    const outdated = (sha256?: Sha256) => queue.outdatedRelease(library, one, sha256)?.entryId;
    expect([outdated(a), outdated(), outdated(b)]).toEqual([undefined, undefined, entryId]);
    queue.setIntent(entryId, { ...release, sha256: a, sentFromMajor: 1 });
    expect(outdated(b)).toBeUndefined();
    queue.park(entryId, { code: 'right-missing' });
    expect(outdated(a)).toBeUndefined();
    queue.park(entryId, { code: 'release-not-listed' });
    expect(outdated(a)).toBe(entryId);
    queue.setIntent(entryId, { ...release, sha256: a });
    queue.park(entryId, { code: 'unsafe-name' });
    expect(outdated(a)).toBe(entryId);
  });

  it('has a release wait for the service that it was asked of, in the way of nothing at another one', () => {
    const entryId = queue.putRelease(library, one, release);
    serviceId = 't';
    expect(claim()).toBeUndefined();
    expect([queue.hasRelease(library, one), queue.hasWishes(), queue.isRunning(entryId)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 0 });
    expect(queue.waiting([library])).toBe(0);
    const here = queue.putRelease(library, one, release);
    expect(claim()?.entryId).toBe(here);
    queue.finish(here);
    serviceId = undefined;
    expect(claim()).toBeUndefined();
    serviceId = 's';
    expect(claim()?.entryId).toBe(entryId);
  });

  it('runs nothing after a crash, and loses nothing', () => {
    queue.putTransfer(library, one, upload());
    queue.putRelease(library, one, release);
    claim();
    const reopened = createQueue(database, { steadyMs: () => nowMs, now: () => nowMs + 7_000 }, () => serviceId);
    expect(reopened.counts()).toEqual({ waiting: 2, running: 0, needsAttention: 0 });
    expect(reopened.claim([library], 1)[0]?.intent.operation).toBe('upload');
  });

  it('tells what is not done, what failed first', () => {
    const download = { operation: 'download' as const, version: { major: 0, minor: 1 } };
    const three = keyOf('EC000003');
    for (const key of [one, two, three]) queue.putTransfer(library, key, download);
    queue.putTransfer('another', one, download);
    const [first, second] = [claim(), claim()];
    queue.retryAt(second?.entryId ?? -1, nowMs + 1_000, { code: 'file-in-use' });
    expect(queue.unfinished(library, 10).map(({ key }) => key)).toEqual([two, one, three]);
    queue.park(first?.entryId ?? -1, { code: 'unsafe-name' });
    expect(queue.unfinished(library, 10).map(({ key }) => key)).toEqual([two, three]);
  });
});

describe('a part of a long queue', () => {
  const keyAt = (place: number) => keyOf(`EC${String(place).padStart(6, '0')}`);
  const ids = ({ entries }: ReturnType<Queue['part']>) => entries.map(({ entryId }) => entryId);

  beforeEach(() => {
    for (let place = 1; place <= 9; place += 1) queue.putTransfer(library, keyAt(place), upload());
    for (const { entryId } of queue.claim([library], 5)) queue.park(entryId, { code: 'file-unreadable' });
    queue.putRelease(library, keyAt(9), release);
  });

  it('tells all that it has, however few are listed and whatever else there is', () => {
    const [running] = queue.claim([library], 1);
    const [needing, rest] = [queue.part('needsPerson', 2), queue.part('underWay', 2)];
    expect(needing).toMatchObject({ total: 5, running: 0 });
    expect(ids(needing)).toEqual([1, 2]);
    expect(rest).toMatchObject({ total: 5, running: 1 });
    expect(ids(rest)[0]).toBe(running?.entryId);
    expect(queue.counts().needsAttention).toBe(needing.total);
  });

  it('has the releases on their own, behind whatever they are queued', () => {
    expect(queue.part('releases', 1)).toMatchObject({ total: 1, entries: [{ intent: release }] });
  });

  it('counts nothing as waiting for a person that waits for another service', () => {
    const [first] = queue.part('releases', 1).entries;
    queue.park(first?.entryId ?? 0, { code: 'nothing-to-release' });
    expect(queue.part('needsPerson', 1).total).toBe(6);
    serviceId = 'another';
    expect(queue.part('needsPerson', 1).total).toBe(5);
    expect(queue.part('underWay', 1).total).toBe(5);
  });
});
