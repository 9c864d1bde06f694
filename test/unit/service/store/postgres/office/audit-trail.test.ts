import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../../../../electron/service/audit/audit-trail.ts';
import type { AuditQuestion } from '../../../../../../electron/service/store/postgres/office/audit-trail.ts';
import { openAs } from '../../../../../postgres/administer.ts';
import { freshTenant, openShared } from '../../../open-test-store.ts';

it('the trail of all processes is read in the order of its times, in pages, by tenant, client and time', async () => {
  const here = await openShared();
  const there = await openAs(`p${crypto.randomUUID()}`);
  const tenantId = freshTenant();
  await here.storeOf(tenantId).filters.add('{}');
  const entry = (at: number): AuditEntry => ({
    at,
    tenantId,
    clientId: at % 2 ? 'odd' : 'even',
    act: 'stored',
    operation: 'storeFile',
    subjects: [`blob "${at}"`, 'half \ud800 and \0'],
  });
  const times = Array.from({ length: 1_200 }, (_, index) => index);
  await Promise.all(times.toReversed().map((at) => (at % 3 ? here : there).office.audit.note(entry(at))));
  const read = async (question: AuditQuestion): Promise<number[]> => {
    const found: number[] = [];
    for await (const page of there.office.audit.read({ tenantId, ...question }))
      found.push(...page.map(({ at }) => at));
    return found;
  };
  expect(await read({})).toEqual(times);
  expect(await read({ since: 10, until: 13 })).toEqual([10, 11, 12]);
  expect(await read({ clientId: 'odd', until: 5 })).toEqual([1, 3]);
  expect(await read({ tenantId: freshTenant() })).toEqual([]);
  for await (const [first] of here.office.audit.read({ tenantId, until: 1 })) {
    expect(first).toEqual({ ...entry(0), subjects: ['blob "0"', 'half \ufffd and ␀'] });
  }
});
