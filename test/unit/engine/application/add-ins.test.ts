import { beforeEach, expect, it } from 'vitest';
import { createAddIns } from '../../../../electron/engine/application/add-ins.ts';
import { createEventHub } from '../../../../electron/engine/event-hub.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { AddInState } from '../../../../shared/rpc/add-in-records.ts';
import type { KeychainState } from '../../../../shared/model/keychain.ts';
import { failureOf } from '../../client/playground.ts';

let secrets: Map<string, string>;
/** The secret that the keychain does not take. */
let refused: string | undefined;
let openDoors: number;
/** What is being sent right now ends with it. */
let sent: ReturnType<typeof Promise.withResolvers<void>>;
let isUnreadable: boolean;
let events: ReturnType<typeof createEventHub>;

beforeEach(() => {
  secrets = new Map([
    ['clientSecret', 'secret of before'],
    ['licenseCode', 'code of before'],
  ]);
  [refused, openDoors, isUnreadable] = [undefined, 0, false];
  sent = Promise.withResolvers();
  events = createEventHub();
});

interface Opening {
  readonly addIns: boolean;
  readonly keychain?: KeychainState;
  readonly serves?: boolean;
}

function openAddIns({ addIns, keychain = 'works', serves = true }: Opening) {
  let isOn = addIns;
  let madeIds = 0;
  const writes = {
    list: () => [],
    run: async () => undefined,
    async serve() {
      openDoors += 1;
      return { address: 'http://127.0.0.1:7777', close: async () => void (openDoors -= 1) };
    },
    close: () => sent.promise,
  };
  return createAddIns({
    engine: {
      settings: () => ({ addIns: isOn, addInPort: 7777 }),
      saveSettings: (patch: { readonly addIns: boolean }) => void (isOn = patch.addIns),
      ...{ gate: {}, events },
    },
    secrets: {
      get: async (name: string) => secrets.get(name),
      async set(name: string, value: string) {
        if (name === refused) throw new AppError('unexpected-failure');
        secrets.set(name, value);
      },
      placeOf: async () => (keychain === 'works' ? 'keychain' : 'memory'),
      keychain,
    },
    ...{ serves, sends: true, newId: () => `made ${(madeIds += 1)}`, now: () => 0, connected: () => undefined },
    host: {
      ...{ boundTo: 'add-ins', hasWrites: () => true },
      open() {
        if (isUnreadable) throw new AppError('writes-unreadable');
        return writes;
      },
    },
  } as unknown as Parameters<typeof createAddIns>[0]);
}

it('a door that was closed with the application stays closed, whatever changes while what is being sent ends', async () => {
  const addIns = openAddIns({ addIns: true });
  await addIns.start();
  expect(openDoors).toBe(1);
  const closed = addIns.close();
  await addIns.follow();
  expect(openDoors).toBe(0);
  sent.resolve();
  await closed;
  expect(openDoors).toBe(0);
});

it('that what waits cannot be read is told and needs a person, also where no add-in is answered, until it can', async () => {
  isUnreadable = true;
  const addIns = openAddIns({ addIns: false });
  await addIns.start();
  expect((await addIns.state()).error).toEqual({ code: 'writes-unreadable' });
  expect(addIns.writes.counts('one')).toEqual({ waiting: 0, needsAttention: 1 });
  isUnreadable = false;
  addIns.writes.list();
  expect((await addIns.state()).error).toBeUndefined();
  expect(addIns.writes.counts('one')).toEqual({ waiting: 0, needsAttention: 0 });
});

it('credentials that last for some time say what the keychain is like: where there is none, no older ones come back', async () => {
  const state = (keychain: KeychainState) => openAddIns({ addIns: true, keychain }).state();
  expect(await state('noKeyring')).toMatchObject({ credentials: 'memory', keychain: 'noKeyring' });
  expect(await state('locked')).toMatchObject({ credentials: 'memory', keychain: 'locked' });
});

it('whether credentials go on is said by the process that would answer with them, also while add-ins are off', async () => {
  expect(await openAddIns({ addIns: false }).state()).toMatchObject({ on: false, serves: true });
  expect(await openAddIns({ addIns: true, serves: false }).state()).toMatchObject({ on: true, serves: false });
});

it('new credentials are kept whole, or those of before are', async () => {
  const addIns = openAddIns({ addIns: true });
  await addIns.start();
  refused = 'licenseCode';
  expect((await failureOf(addIns.renew())).code).toBe('unexpected-failure');
  expect([...secrets.values()]).toEqual(['secret of before', 'code of before']);
  expect(openDoors).toBe(1);
  refused = undefined;
  const { clientId, clientSecret, licenseCode } = await addIns.renew();
  expect(clientId).toBe('cad-add-in');
  expect([...secrets.values()]).toEqual([clientSecret, licenseCode]);
  expect(openDoors).toBe(1);
});

it('new credentials are known from those of before, and each change is told once it counts', async () => {
  const addIns = openAddIns({ addIns: true });
  await addIns.start();
  const told: Promise<AddInState>[] = [];
  events.listen(({ kind }) => void (kind === 'addIns' && told.push(addIns.state())));
  const shown = async (): Promise<AddInState | undefined> => (await Promise.all(told)).at(-1);
  const first = await addIns.renew();
  expect(await shown()).toMatchObject({ on: true, credentialsId: first.credentialsId });
  const second = await addIns.renew();
  expect(second.credentialsId).not.toBe(first.credentialsId);
  expect(await shown()).toMatchObject({ credentialsId: second.credentialsId });
  await addIns.turn(false);
  expect(await shown()).toMatchObject({ on: false });
  expect(await shown()).not.toHaveProperty('address');
  // No door is opened, or shut, with these.
  const { credentialsId } = await addIns.renew();
  expect(await shown()).toMatchObject({ on: false, credentialsId });
});
