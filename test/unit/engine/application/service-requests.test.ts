import { expect, it } from 'vitest';
import {
  createServiceRequests,
  type ServiceRequestParts,
} from '../../../../electron/engine/application/service-requests.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { exampleAnswers } from '../../../../shared/api/examples.ts';
import type { SavingRecord } from '../../../../shared/rpc/selection-records.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

const { productId = 0 } = exampleAnswers.getProduct;

it('products of one service are not exported by another one that is connected while they are read', async () => {
  let serviceId = 'one';
  const asked: string[] = [];
  const views = {
    async call(id: string) {
      asked.push(`${id} at ${serviceId}`);
      serviceId = 'two';
      return [exampleAnswers.getProduct];
    },
    async download(id: string) {
      asked.push(`${id} at ${serviceId}`);
      return { bytes: [], sizeBytes: undefined };
    },
  } as unknown as ViewCaller;
  const { promise: waits, resolve } = Promise.withResolvers<SavingRecord>();
  const { saving } = createServiceRequests({
    session: { port: { current: () => ({ serviceId }) } },
    views: () => views,
    database: takeState(),
    clock: { now: () => 0, steadyMs: () => 0, after: () => () => undefined },
    reach: { mayTry: () => true, nextTryMs: () => Infinity },
    shell: { chooseSavePlace: async (fileName: string) => ({ path: `/${fileName}`, fileName, mayReplace: true }) },
    files: { save: async () => 0 },
    events: {
      emit(event: { readonly saving: SavingRecord }) {
        if (event.saving.state !== 'running') resolve(event.saving);
      },
    },
  } as unknown as ServiceRequestParts);
  const program = { name: 'Revit', version: '2025' };
  await saving.start({ kind: 'productsZip', productIds: [productId], program, languageCode: '' });
  expect(await waits).toMatchObject({ state: 'waiting', fileName: 'products.zip' });
  expect([asked, saving.waitingFor('one')]).toEqual([['getProductValues at one'], ['products.zip']]);
});
