import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutbox } from '../../../electron/gateway/outbox/outbox.ts';
import { createWritingGateways } from '../../../electron/gateway/outbox/writing-gateway.ts';
import type { RemoteCaller, ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { exampleInput } from './gateway-site.ts';

const lost = async (): Promise<never> => {
  throw new AppError('service-unreachable');
};
/** A service that is away. */
const away = { call: lost, upload: lost } as unknown as RemoteCaller & ViewCaller;

/** Those who write for a service that is away; a minute passes between whatever they ask. */
function openAway(folder = join(temporaryFolder(), 'add-ins'), service = away) {
  const outbox = openOutbox(folder);
  let nowMs = Date.parse('2026-03-04T09:12:00');
  const gateways = createWritingGateways({
    ...{ outbox, connected: () => ({ serviceId: 'one', views: service, remote: service }), tell: () => undefined },
    reach: { mayTry: () => true, nextTryMs: () => Infinity, noteSuccess: () => undefined, noteFailure: () => true },
    replay: { run: async () => undefined, tryNow: async () => undefined, close: async () => undefined },
    now: () => (nowMs += 60_000),
  });
  let isOpen = true;
  const close = (): void => {
    if (isOpen) outbox.close();
    isOpen = false;
  };
  onTestFinished(close);
  const waiting = (): string[] => outbox.all().map(({ operation }) => operation);
  const bytesKept = (): number => readdirSync(join(folder, 'bytes')).length;
  return { outbox, folder, person: gateways('person'), addIn: gateways('addIn'), waiting, bytesKept, close };
}

type Ask = (service: ViewCaller, options?: ViewOptions) => Promise<unknown>;

const addStandard: Ask = (service, options) =>
  service.call('storeStandard', { params: {}, query: {}, body: 'Office' }, options);
const addFilter: Ask = (service, options) =>
  service.call('storeFilter', { params: {}, query: {}, body: { cadProducts: [{ productId: 7 }] } }, options);
const setReady =
  (isReady: boolean): Ask =>
  (service, options) =>
    service.call('setBimReady', { params: {}, query: {}, body: { 7: isReady } }, options);
const sendFile =
  (content = '[]', fileName = 'all.json'): Ask =>
  (service, options) => {
    async function* open(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(content);
    }
    const file = { fileName, sizeBytes: content.length, open };
    return service.upload('storeValidationFile', { params: {} }, file, options);
  };
/** As the window and the command do: under a number that is made up for it, where none is given. */
const validate =
  (askedMs: number, ticketNumber = newTicketNumber(askedMs)): Ask =>
  async (service, options) => {
    const selectionBlobId = String(await sendFile()(service));
    const requestDate = new Date(askedMs).toISOString();
    const body = { projectId: 'tower', description: undefined, ticketNumber, requestDate, selectionBlobId };
    return service.call('storeValidationRequest', { params: {}, query: {}, body }, options);
  };

const [morning, noon] = [Date.parse('2026-03-04T08:00:00'), Date.parse('2026-03-04T12:00:00')];
const request = ['storeValidationFile', 'storeValidationRequest'];

const alike: readonly { readonly what: string; readonly asks: readonly [Ask, Ask]; readonly waits: string[] }[] = [
  { what: 'a standard', asks: [addStandard, addStandard], waits: ['storeStandard'] },
  { what: 'a filter', asks: [addFilter, addFilter], waits: ['storeFilter'] },
  { what: 'that a product is BIM-ready', asks: [setReady(true), setReady(true)], waits: ['setBimReady'] },
  { what: 'a file', asks: [sendFile(), sendFile()], waits: ['storeValidationFile'] },
  {
    what: 'a validation with a number of its own each time',
    asks: [validate(morning), validate(noon)],
    waits: request,
  },
  { what: 'a validation of one ticket', asks: [validate(morning, '42'), validate(noon, '42')], waits: request },
];

describe('what is asked again while it waits', () => {
  it.each(alike)('is not added again, and answered the same: $what', async ({ asks: [first, again], waits }) => {
    const before = openAway();
    const said: boolean[] = [];
    const onWaiting = (waitedBefore: boolean): void => void said.push(waitedBefore);
    const answer = await first(before.person, { onWaiting });
    before.close();
    // Also by the next command, which reads from the disk what waits.
    const { person, waiting, bytesKept } = openAway(before.folder);
    expect(await again(person, { onWaiting })).toEqual(answer);
    expect([said, waiting()]).toEqual([[false, true], waits]);
    expect(bytesKept()).toBe(waits.includes('storeValidationFile') ? 1 : 0);
  });

  it('is added where something else was said of it since: the last word counts', async () => {
    const { person, waiting } = openAway();
    for (const isReady of [true, false, true, true]) await setReady(isReady)(person);
    expect(waiting()).toEqual(['setBimReady', 'setBimReady', 'setBimReady']);
  });

  it('is added where it is another thing that a person may want beside it', async () => {
    const { person, addIn, waiting } = openAway();
    await addFilter(person, { title: 'Plant room' });
    await addFilter(person, { title: 'Boiler room' });
    await addFilter(addIn, { title: 'Plant room' });
    for (const ticket of ['42', '43']) await validate(morning, ticket)(person);
    await sendFile('[1]')(person);
    await sendFile('[1]', 'other.json')(person);
    expect(waiting()).toEqual([
      ...['storeFilter', 'storeFilter', 'storeFilter'],
      ...[...request, 'storeValidationRequest', 'storeValidationFile', 'storeValidationFile'],
    ]);
  });

  it('is added where the service refused it, which asking again may mend', async () => {
    const { outbox, person } = openAway();
    await addFilter(person);
    const [refused] = outbox.all();
    outbox.refuse(refused?.writeId ?? 0, { code: 'not-found' });
    await addFilter(person);
    expect(outbox.all().map(({ error }) => error?.code)).toEqual(['not-found', undefined]);
  });

  it('is another draft each time, as it is at the service', async () => {
    const { addIn, waiting } = openAway();
    for (let time = 0; time < 2; time++) await addIn.call('storeMetadata', exampleInput('storeMetadata'));
    expect(waiting()).toEqual(['storeMetadata', 'storeMetadata']);
  });
});

it('what a busy service did not read waits to be sent', async () => {
  const call = async (): Promise<never> => {
    throw new AppError('service-busy', { receivedStatus: 503, retryAfterMs: 5_000 });
  };
  const busy = { call, upload: call } as unknown as typeof away;
  const { addIn, waiting } = openAway(undefined, busy);
  await addFilter(addIn);
  expect(waiting()).toEqual(['storeFilter']);
});
