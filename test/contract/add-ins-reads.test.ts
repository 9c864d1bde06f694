import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddInRequests, type Versions } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { seed, type Seed } from './seed.ts';

/** What add-ins read around the moments at which the service goes away and comes back. */

let site: AddInSite;
let seeded: Seed;

beforeAll(async () => {
  site = await openAddInSite();
  seeded = await seed(site.target);
});

afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  site.line.before = undefined;
  for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
  await site.mend();
});

afterAll(() => site.close());

const { jsonOf, newKey, publish } = createAddInRequests(() => ({ site, seeded }));

const numbersIn = ({ versions }: Versions): string[] => versions.map(({ major, minor }) => `${major}.${minor}`);

describe('The versions of a file', () => {
  it.each(['at once', 'after they waited'])(
    'that were stored %s are listed once the service is away, also where nobody asked for them',
    async (when) => {
      const key = newKey();
      await publish(key, 'first');
      await jsonOf<Versions>('listVersions', { params: key });
      if (when === 'after they waited') site.cut();
      await publish(key, 'second');
      await publish(key, 'third');
      await site.mend();
      site.cut();
      expect(numbersIn(await jsonOf('listVersions', { params: key }))).toEqual(['0.3', '0.2', '0.1']);
      await publish(key, 'fourth');
      expect(numbersIn(await jsonOf('listVersions', { params: key }))).toEqual(['0.4', '0.3', '0.2', '0.1']);
    },
  );
});
