import { beforeEach, describe, expect, it } from 'vitest';
import { createSelectionRequests } from '../../../../electron/engine/application/selection-requests.ts';
import type { ServiceRequestParts } from '../../../../electron/engine/application/service-requests.ts';
import type { SavedSelection } from '../../../../shared/rpc/selection-records.ts';
import type { ViewCaller, ViewOptions } from '../../../../shared/api/caller.ts';
import { exampleAnswers } from '../../../../shared/api/examples.ts';
import { createEventHub } from '../../../../electron/engine/event-hub.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

const unknown: unknown = expect.objectContaining({ code: 'unknown-item' });
const { productId = 0 } = exampleAnswers.getProduct;

const events = createEventHub();

/** Selections of a service that is away: what is stored gets an id that stands for the one it has later. */
function openSelections(given: string) {
  const meanings = new Map<string, string>();
  const waiting = new Set<string>();
  const views = {
    async call(id: string, _input: unknown, options: ViewOptions = {}) {
      if (id !== 'storeFilter') return [exampleAnswers.getProduct];
      waiting.add(given);
      options.onWaiting?.(false);
      return given;
    },
  } as unknown as ViewCaller;
  const selections = createSelectionRequests({
    database: takeState(),
    events,
    session: { port: { current: () => ({ serviceId: 'one' }) } },
    views: () => views,
    writes: {
      meaningOf: (_: string, id: string) => meanings.get(id) ?? id,
      standingsOf: () => (id: string) => (waiting.has(id) ? { waits: true } : {}),
    },
  } as unknown as ServiceRequestParts);
  const arrive = (real: string): void => {
    waiting.delete(given);
    meanings.set(given, real);
  };
  return { selections, arrive, giveUp: () => void waiting.delete(given) };
}

const plain: Omit<SavedSelection, 'filterId'> = { name: 'Plant room', kind: 'interface', disabledFields: [] };

it.each([-1, 1_234_567_890_123_456])(
  'a number that a service may give to a filter (%i) is kept as others',
  async (id) => {
    const views = {
      call: async (operation: string) => (operation === 'storeFilter' ? id : [exampleAnswers.getProduct]),
    } as unknown as ViewCaller;
    const selections = createSelectionRequests({
      database: takeState(),
      events,
      session: { port: { current: () => ({ serviceId: 'one' }) } },
      views: () => views,
      writes: { meaningOf: (_: string, filterId: string) => filterId, standingsOf: () => () => ({}) },
    } as unknown as ServiceRequestParts);
    selections.add({ ...plain, filterId: '12', name: 'Roof' });
    await selections.store('Plant room', [productId]);
    expect(selections.list().map(({ name, filterId }) => [name, filterId])).toEqual([
      ['Plant room', String(id)],
      ['Roof', '12'],
    ]);
  },
);

it('a selection is kept for the service that stored it, whichever is connected when that answers', async () => {
  let serviceId = 'one';
  const views = {
    async call(id: string) {
      if (id !== 'storeFilter') return [exampleAnswers.getProduct];
      serviceId = 'two';
      return 12;
    },
  } as unknown as ViewCaller;
  const selections = createSelectionRequests({
    database: takeState(),
    events,
    session: { port: { current: () => ({ serviceId }) } },
    views: () => views,
    writes: { meaningOf: (_: string, id: string) => id, standingsOf: () => () => ({}) },
  } as unknown as ServiceRequestParts);
  await selections.store('Plant room', [productId]);
  expect(selections.list()).toEqual([]);
  serviceId = 'one';
  expect(selections.list()).toEqual([{ ...plain, filterId: '12' }]);
});

it('a selection that waits says so, and has the number of the service once that has it', async () => {
  const { selections, arrive } = openSelections('2147000000');
  expect(await selections.store('Plant room', [productId])).toEqual({ ...plain, filterId: '2147000000', waits: true });
  expect(selections.list()).toEqual([{ ...plain, filterId: '2147000000', waits: true }]);
  expect(selections.nameOf('2147000000')).toBe('Plant room');
  arrive('12');
  expect([selections.nameOf('2147000000'), selections.nameOf('12')]).toEqual(['Plant room', 'Plant room']);
  expect(selections.list()).toEqual([{ ...plain, filterId: '12', givenId: '2147000000' }]);
});

it('a selection that is changed or forgotten under the id it had meanwhile is the one that the service has', async () => {
  const { selections, arrive } = openSelections('2147000000');
  const stored = await selections.store('Plant room', [productId]);
  arrive('12');
  selections.turn(stored.filterId, ['EF000008'], false);
  expect(selections.list()).toMatchObject([{ filterId: '12', disabledFields: ['EF000008'] }]);
  expect(selections.list()[0]).not.toHaveProperty('waits');
  // Whoever has it open under the id it had finds it.
  expect(selections.list()[0]).toMatchObject({ givenId: '2147000000' });
  selections.forget('2147000000');
  expect(selections.list()).toEqual([]);
});

it('a selection that was given up while it waited cannot be kept again by whoever still shows it', async () => {
  const { selections, giveUp } = openSelections('2147000000');
  const stored = await selections.store('Plant room', [productId]);
  giveUp();
  selections.giveUp('another service', [stored.filterId]);
  expect(selections.list().length).toBe(1);
  selections.giveUp('one', [stored.filterId]);
  expect(selections.list()).toEqual([]);
  expect(() => selections.add(stored)).toThrow(unknown);
  selections.add({ ...plain, filterId: '7' });
  expect(selections.list()).toMatchObject([{ filterId: '7' }]);
});

describe('a selection that several pages show', () => {
  const kept: SavedSelection = { ...plain, filterId: '12', disabledFields: ['EF000001'] };
  let selections: ReturnType<typeof openSelections>['selections'];
  beforeEach(() => {
    ({ selections } = openSelections('2147000000'));
    selections.add(kept);
  });

  it('stays forgotten when another page switches a feature or renames it', () => {
    selections.forget('12');
    expect(() => selections.turn('12', ['EF000002'], false)).toThrow(unknown);
    expect(() => selections.rename('12', 'Roof')).toThrow(unknown);
    expect(selections.list()).toEqual([]);
  });

  it('is renamed, and has each feature switched, without a word about the rest', () => {
    selections.turn('12', ['EF000002'], false);
    selections.rename('12', 'Roof');
    selections.turn('12', ['EF000001', 'EF000003'], true);
    selections.turn('12', ['EF000002', 'EF000004'], false);
    expect(selections.list()).toEqual([{ ...kept, name: 'Roof', disabledFields: ['EF000002', 'EF000004'] }]);
  });

  it('is as it was where another page adds it by its number or undoes that it forgot it', () => {
    expect(selections.add({ ...kept, name: 'Mine', disabledFields: [] })).toEqual(kept);
    expect(selections.list()).toEqual([kept]);
  });

  it('has the name under which it waits, where it is asked for under another one', async () => {
    await selections.store('Roof', [productId]);
    expect(await selections.store('Garage', [productId])).toMatchObject({ name: 'Roof', waits: true });
    expect(selections.list().map(({ name }) => name)).toEqual(['Plant room', 'Roof']);
  });

  it('is told of whenever it changes', async () => {
    let told = 0;
    const stop = events.listen(({ kind }) => void (kind === 'selections' && (told += 1)));
    const acts: readonly (() => unknown)[] = [
      () => selections.rename('12', 'Roof'),
      () => selections.turn('12', ['EF000002'], false),
      () => selections.forget('12'),
      () => selections.add(kept),
      () => selections.store('Garage', [productId]),
      () => selections.giveUp('one', ['2147000000']),
    ];
    for (const [place, act] of acts.entries()) {
      await act();
      expect(told).toBe(place + 1);
    }
    stop();
  });
});
