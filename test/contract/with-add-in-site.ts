import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createAddInRequests } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { seed, type Seed } from './seed.ts';

/** A site for all tests of a file; each begins with a line that is whole and with nothing that waits. */
export function withAddInSite() {
  let site: AddInSite;
  let seeded: Seed;

  beforeAll(async () => {
    site = await openAddInSite();
    seeded = await seed(site.target);
  });

  afterEach(async () => {
    expect(site.problems.splice(0)).toEqual([]);
    for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
    Object.assign(site.line, { loses: undefined, before: undefined, changes: undefined });
    site.line.sent.length = 0;
    site.events.length = 0;
    await site.mend();
  });

  afterAll(() => site.close());

  const opened = {
    get site(): AddInSite {
      return site;
    },
    get seeded(): Seed {
      return seeded;
    },
  };
  return { opened, ...createAddInRequests(() => opened) };
}
