import { afterEach, expect, it } from 'vitest';
import type { AddInsPort, KeptWrite, KeptWrites } from '../../../../electron/engine/application/add-in-ports.ts';
import { createEventHub } from '../../../../electron/engine/event-hub.ts';
import { createWaitingWrites, type WaitingWriteParts } from '../../../../electron/engine/application/waiting-writes.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import type { ActivityRecord } from '../../../../shared/rpc/activity-records.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { failureOf } from '../../client/playground.ts';

const kept = (writeId: number, more: Partial<KeptWrite> = {}): KeptWrite => ({
  ...{ writeId, serviceId: 'one', operation: 'storeFilter', madeBy: 'person', title: 'Plant room', madeMs: 5 },
  ...{ dependents: 0, gives: `given ${writeId}`, isStuck: false },
  ...more,
});

const personal = { asks: 'serviceOrMirror' } as ViewCaller;
const direct = { asks: 'serviceOrMirror' } as ViewCaller;

/** What selections are called by now, by the id they were given. */
const renamed = new Map<string, string>();
afterEach(() => renamed.clear());

/** Writes that wait, and what the application hears of them. */
function openWrites(list: KeptWrite[], opened?: () => never) {
  const writes = {
    personal,
    list: () => [...list],
    discard: async (writeId: number) =>
      void list.splice(0, list.length, ...list.filter((one) => one.writeId !== writeId)),
    meaningOf: () => undefined,
  } as unknown as KeptWrites;
  const host = { hasWrites: () => list.length > 0, open: opened ?? (() => writes) } as unknown as AddInsPort;
  const noted: (readonly [string, string])[] = [];
  const activity = {
    add(_: undefined, { kind, title }: ActivityRecord) {
      noted.push([kind, title]);
      return {};
    },
  };
  const engine = { activity, events: createEventHub() } as unknown as WaitingWriteParts['engine'];
  const selectionName = (_: string, id: string): string | undefined => renamed.get(id);
  const about = { host, engine, now: () => 0, connected: () => undefined, sends: false };
  const waiting = createWaitingWrites({ ...about, selectionName });
  const givenUp: unknown[] = [];
  waiting.onGivenUp((ids) => givenUp.push(ids));
  return { waiting, givenUp, noted };
}

it('what is given up takes its id along, but not one that another write still gives', async () => {
  const { waiting, givenUp } = openWrites([kept(1), kept(2, { gives: 'shared' }), kept(3, { gives: 'shared' })]);
  await waiting.discard(2);
  expect(givenUp.at(-1)).toEqual({ serviceId: 'one', ids: [] });
  await waiting.discard(1);
  expect(givenUp.at(-1)).toEqual({ serviceId: 'one', ids: ['given 1'] });
  expect((await failureOf(waiting.discard(1))).code).toBe('unknown-item');
});

it('what cannot be done without what was refused needs a person as that does, and is not counted as waiting', () => {
  const error = new AppError('invalid-request');
  const { waiting } = openWrites([kept(1, { error, isStuck: true }), kept(2, { isStuck: true }), kept(3)]);
  waiting.opened();
  expect(waiting.counts('one')).toEqual({ waiting: 1, needsAttention: 2 });
});

it('waits at its own service only, and a validation is known by project and ticket', () => {
  const ticket = { projectId: 'tower', ticketNumber: '42' };
  const { waiting } = openWrites([
    kept(1),
    kept(2, { serviceId: 'other', gives: 'elsewhere' }),
    kept(3, { operation: 'storeValidationRequest', ticket, gives: undefined }),
  ]);
  waiting.opened();
  const standings = ['given 1', 'elsewhere', 'unknown'].map(waiting.standingsOf('one'));
  expect(standings).toEqual([{ waits: true }, {}, {}]);
  expect(waiting.ticketStandingsOf('one')(ticket)).toEqual({ waits: true });
  expect(waiting.ticketStandingsOf('one')({ ...ticket, projectId: 'bridge' })).toEqual({});
  expect(waiting.ticketStandingsOf('other')(ticket)).toEqual({});
  const others = { ...ticket, selectionBlobId: 'of another request' };
  expect(waiting.ticketStandingsOf('one')(others)).toEqual({});
});

it('does not say that it waits for the service what waits for a person, unless it is asked for a second time', () => {
  const { waiting } = openWrites([
    kept(1, { isStuck: true }),
    kept(2, { isStuck: true, gives: 'shared' }),
    kept(3, { gives: 'shared' }),
  ]);
  waiting.opened();
  expect(waiting.standingsOf('one')('given 1')).toEqual({ refused: true });
  expect(waiting.standingsOf('one')('shared')).toEqual({ waits: true });
});

it('asks the service itself where what waits cannot be read', () => {
  expect(openWrites([]).waiting.personal(direct)).toBe(personal);
  const damaged = openWrites([], () => {
    throw new AppError('writes-unreadable');
  });
  expect(damaged.waiting.personal(direct)).toBe(direct);
});

it('what is given up is told, so that nobody goes on showing it as if it were so', async () => {
  const { waiting, noted } = openWrites([kept(1), kept(2, { title: 'Office', operation: 'setBimReady' })]);
  await waiting.discard(2);
  expect(noted).toEqual([['writeDiscarded', 'Office']]);
});

it('a selection that was renamed while it waits is called what it is called now', async () => {
  const { waiting, noted } = openWrites([kept(1), kept(2)]);
  renamed.set('given 2', 'Boiler room');
  expect(waiting.list().map(({ title }) => title)).toEqual(['Plant room', 'Boiler room']);
  await waiting.discard(2);
  expect(noted).toEqual([['writeDiscarded', 'Boiler room']]);
});
