import { expect, it } from 'vitest';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { moveLists } from '../../../../electron/engine/moving/move-lists.ts';

/** A service of this much: what it answers, and what it was asked. */
function serviceOf(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const call = async (operation: string): Promise<unknown> => {
    asked.push(operation);
    return answers[operation];
  };
  return { asked, caller: { call } as unknown as RemoteCaller };
}

it('a list that the other service keeps otherwise than it was sent fails alone, and is sent once', async () => {
  const product = { etimClassCode: 'EC000001' };
  const source = serviceOf({ getFilter: { cadProducts: [product, product] } });
  const target = serviceOf({ storeFilter: 12, getFilter: { cadProducts: [product] }, storeStandard: { one: 'VDI' } });
  const services = {
    source: { service: source.caller },
    target: target.caller,
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof moveLists>[0];
  const selection = { filterId: '1', name: 'Roof', kind: 'interface', disabledFields: [] } as never;
  const failed = await moveLists(services, { standards: ['ISO', 'VDI'], selections: [selection] }, () => undefined);
  expect(failed.map(({ name, error }) => [name, error.code])).toEqual([
    ['ISO', 'unreadable-answer'],
    ['Roof', 'unreadable-answer'],
  ]);
  expect(target.asked).toEqual(['storeStandard', 'storeStandard', 'storeFilter', 'getFilter']);
});
