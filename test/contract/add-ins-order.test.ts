import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddInRequests } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { expectProblem } from './answer-checks.ts';
import { seed, type Seed } from './seed.ts';
import { send } from './send.ts';

/** What is asked of one of several versions. */

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
  site.line.changes = undefined;
  site.line.sent.length = 0;
  await site.mend();
});

afterAll(() => site.close());

const { ask, newKey, publish, numbersBehind, fileBehind } = createAddInRequests(() => ({ site, seeded }));

describe('A release', () => {
  it('of a version that is named is of no other that waits: it is refused as the service would', async () => {
    const key = newKey();
    await publish(key, 'good');
    site.cut();
    await publish(key, 'unfinished');
    const asked = { params: key, query: { MajorVersion: '0', MinorVersion: '1' }, json: { Comments: 'only 0.1' } };
    const refused = await send(site.target, 'release', asked);
    await expectProblem(refused, { status: 400, type: 'nothing-to-release', secrets: [] });
    await site.mend();
    expect(await numbersBehind(key)).toEqual(['0.2', '0.1']);
  });

  it('of a draft that waits may name it by the number that was given for it', async () => {
    const key = newKey();
    await publish(key, 'first');
    site.cut();
    await publish(key, 'finished');
    const asked = { params: key, query: { MajorVersion: '0', MinorVersion: '2' }, json: { Comments: 'finished' } };
    await ask('release', asked);
    await site.mend();
    expect(await numbersBehind(key)).toEqual(['1.0', '0.2', '0.1']);
    expect(await fileBehind(key)).toBe('finished');
  });
});
