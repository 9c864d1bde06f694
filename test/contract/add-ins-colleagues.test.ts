import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddInRequests, type Versions } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { seed, type Seed } from './seed.ts';

/** What a colleague does at the service while an add-in is cut off from it. */

let site: AddInSite;
let seeded: Seed;

beforeAll(async () => {
  site = await openAddInSite();
  seeded = await seed(site.target);
});

afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
  site.line.before = undefined;
  site.line.loses = undefined;
  await site.mend();
});

afterAll(() => site.close());

const requests = createAddInRequests(() => ({ site, seeded }));
const { ask, jsonOf, newKey, publish } = requests;

describe('The number of a version that waits', () => {
  it.each(['at once', 'after it waited', 'before the app was begun anew'])(
    'follows on the one that was stored %s, also where nobody asked for versions',
    async (when) => {
      const key = newKey();
      if (when === 'after it waited') site.cut();
      await publish(key, 'first');
      await site.mend();
      if (when === 'before the app was begun anew') await site.restart();
      site.cut();
      expect((await publish(key, 'second')).told).toMatchObject({ majorVersion: 0, minorVersion: 2, waiting: true });
    },
  );

  it('follows on the release that was made, although an older list is known', async () => {
    const key = newKey();
    await publish(key, 'first');
    await jsonOf<Versions>('listVersions', { params: key });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    site.cut();
    expect((await publish(key, 'second')).told).toMatchObject({ majorVersion: 1, minorVersion: 1, waiting: true });
  });
});
